package io.github.ratelimitagent.testapp.demo;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks into the bucket again and again until it is closed. */
final class Sampler implements Closeable {
  private static final long PERIOD_MILLIS = 20;

  private final List<Sample> samples = new ArrayList<>();
  private final BucketView bucket;
  private final Thread thread = new Thread(this::run, "bucket-sampler");
  private volatile boolean closed;

  private Sampler(BucketView bucket) {
    this.bucket = bucket;
  }

  /** Begins to look into {@code bucket}, which belongs to the sampler until that is closed. */
  static Sampler start(BucketView bucket) {
    Sampler sampler = new Sampler(bucket);
    sampler.thread.setDaemon(true);
    sampler.thread.start();
    return sampler;
  }

  private void run() {
    try {
      while (!closed) {
        Sample sample = bucket.sample();
        synchronized (samples) {
          samples.add(sample);
        }
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      }
    } catch (IOException | InterruptedException over) {
      // the plot does with what there is
    }
  }

  List<Sample> samples() {
    synchronized (samples) {
      return new ArrayList<>(samples);
    }
  }

  /** The newest sample, null before the first. */
  @Nullable Sample last() {
    synchronized (samples) {
      return samples.isEmpty() ? null : samples.get(samples.size() - 1);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
