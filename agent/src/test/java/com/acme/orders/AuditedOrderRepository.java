package com.acme.orders;

/** Declares nothing: what it saves its superclass saves, as an interface wants it. */
public class AuditedOrderRepository extends OrderRepository {}
