package io.github.ratelimitagent.testapp.shop;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes payments. It knows nothing of limits: what limits {@link #charge} is written in a file
 * outside of the application. Safe for use by many threads.
 */
public class PaymentService {
  private final AtomicLong charged = new AtomicLong();

  /** Charges a user and returns the number of the receipt. */
  public String charge(String userId, long cents) {
    charged.addAndGet(cents);
    return "receipt-" + userId + "-" + charged.get();
  }
}
