package io.github.ratelimitagent.testapp.shop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * One process of the shop: {@code ShopWorker CALLS GAP_MILLIS USER}. It prints {@code ready
 * VERSION}, waits for a line on its standard input, charges the user CALLS times with at least
 * GAP_MILLIS between the starts of two calls, and prints one line for each call:
 *
 * <pre>
 * call START_MICROS END_MICROS allowed
 * call START_MICROS END_MICROS rejected EXCEPTION: MESSAGE
 * </pre>
 *
 * Times are microseconds of the wall clock, and those of two processes agree to a millisecond.
 */
public final class ShopWorker {
  private final long wallOriginMicros = System.currentTimeMillis() * 1000;
  private final long nanoOrigin = System.nanoTime();
  private final PaymentService payments = new PaymentService();
  private final PrintStream out;

  private ShopWorker(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the worker until its calls are made, or its standard input ends before it was released.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int calls = Integer.parseInt(args[0]);
    long gapMillis = Long.parseLong(args[1]);
    String userId = args[2];
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    ShopWorker worker = new ShopWorker(out);
    out.println("ready " + System.getProperty("java.version"));
    if (new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine() == null) {
      return; // whoever started this process is gone
    }
    worker.run(calls, TimeUnit.MILLISECONDS.toNanos(gapMillis), userId);
  }

  private void run(int calls, long gapNanos, String userId) throws InterruptedException {
    for (int i = 0; i < calls; i++) {
      long started = System.nanoTime();
      out.println(charge(userId, started));
      if (i < calls - 1) {
        sleepUntil(started + gapNanos);
      }
    }
  }

  private String charge(String userId, long started) {
    String outcome;
    try {
      payments.charge(userId, 1999);
      outcome = "allowed";
    } catch (
        RuntimeException rejection) { // whatever a limit throws; the shop does not know its type
      outcome = "rejected " + rejection.toString().replaceAll("\\s+", " ");
    }
    return "call " + wallMicros(started) + " " + wallMicros(System.nanoTime()) + " " + outcome;
  }

  private long wallMicros(long nanoTime) {
    return wallOriginMicros + (nanoTime - nanoOrigin) / 1000;
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }
}
