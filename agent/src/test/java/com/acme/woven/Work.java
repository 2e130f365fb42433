package com.acme.woven;

import java.io.IOException;
import java.util.concurrent.Callable;

/** An application's class, with methods of all the kinds that are limited. */
@SuppressWarnings("unused")
public class Work implements Greeting {
  private int sum;

  public void run(Runnable body) {
    body.run();
  }

  public void run(Runnable body, String overload) {
    body.run();
  }

  public void other(Runnable body) {
    body.run();
  }

  public int recurse(int deep) {
    return deep == 0 ? 0 : 1 + recurse(deep - 1);
  }

  /** As deep as the stack is, with a limited call at each depth. */
  @SuppressWarnings("InfiniteRecursion")
  public void overflow() {
    quiet();
    overflow();
  }

  public void fail(RuntimeException failure) {
    throw failure;
  }

  public void quiet() {}

  public void keyed(String key) {}

  public void keys(Object first, Object second) {}

  public void number(long permits) {}

  public void interrupted() throws InterruptedException {}

  public void anything() throws Exception {}

  public void io() throws IOException {}

  public synchronized void locked() {}

  public static int shared(int number) {
    return number;
  }

  public native void ofSystem();

  @Marked
  public void marked() {}

  public <T> T call(Callable<T> body) throws Exception {
    return body.call();
  }

  /** A value whose getter fails with what must not be logged. */
  public static final class Broken {
    private final String value = "fine";

    public String getSecret() {
      throw new IllegalStateException("password123");
    }

    public String getValue() {
      return value;
    }

    public long getNegative() {
      return -1;
    }

    /** As a toString() that goes round in circles. */
    @SuppressWarnings("InfiniteRecursion")
    public String getOverflow() {
      return getOverflow() + value;
    }

    public String getMemory() {
      throw new OutOfMemoryError("made up");
    }

    public String getStopped() {
      throw new ThreadDeath();
    }

    public String getInterrupted() throws InterruptedException {
      throw new InterruptedException();
    }
  }
}
