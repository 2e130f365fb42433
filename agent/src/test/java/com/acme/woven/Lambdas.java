package com.acme.woven;

/** Has a class that the JVM makes. */
public class Lambdas {
  public static Runnable make() {
    return () -> {};
  }
}
