package com.acme.stock;

/** Declares nothing of its own. */
public class Book extends Item {}
