package com.acme.woven;

/** An interface with a body of its own, and one without. */
public interface Greeting {
  default String greet(String name) {
    return "hello " + name;
  }

  void quiet();
}
