package io.github.ratelimitagent.limit;

import java.util.function.LongSupplier;

/**
 * {@link System#nanoTime()}, which never goes back. A class, for the start makes no lambda of it.
 */
public final class NanoClock implements LongSupplier {
  @Override
  public long getAsLong() {
    return System.nanoTime();
  }
}
