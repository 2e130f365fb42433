package com.acme.woven;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** An annotation of an application. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Marked {}
