package com.acme;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** An annotation of an application, for types. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Api {}
