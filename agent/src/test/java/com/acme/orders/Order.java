package com.acme.orders;

/** An entity with several constructors and a nested type. */
public class Order {
  public Order(String id) {
    this(id, 1);
  }

  protected Order(String id, int items) {}

  /** A nested type. */
  public static class Line {
    public void add(int items) {}
  }
}
