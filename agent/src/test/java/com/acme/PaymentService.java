package com.acme;

import java.util.List;
import java.util.Map;

/** A service with overloads, modifiers and all kinds of parameter types. */
public abstract class PaymentService {
  public void charge(String userId, long cents) {}

  public void charge(String userId) {}

  void charge(int[] cents, String... userIds) {}

  @Limited
  public List<String> history(Map.Entry<String, Long> range) {
    return List.of();
  }

  @Deprecated
  public static PaymentService create() {
    // never called: check only reads the class file, and the class is abstract
    throw new AssertionError();
  }

  protected final synchronized int refund(Object payment, String reason, int cents) {
    return cents;
  }

  private void audit() {}

  public abstract void settle();

  public native void sign();

  public void run() {
    audit();
  }
}
