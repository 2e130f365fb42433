package com.acme.woven;

/** A subclass of one that the agent itself needs. */
public class Money extends Number {
  private static final long serialVersionUID = 1L;

  private final long cents;

  public Money(long cents) {
    this.cents = cents;
  }

  @Override
  public int intValue() {
    return (int) cents;
  }

  @Override
  public long longValue() {
    return cents;
  }

  @Override
  public float floatValue() {
    return cents;
  }

  @Override
  public double doubleValue() {
    return cents;
  }
}
