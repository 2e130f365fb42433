package io.github.ratelimitagent.benchmark.jmh;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.testapp.benchmark.Calls;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Calls of methods that the attached agent limits in the process, and what to compare with. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmarks {
  private static final int USERS = 1_024;
  private static final long PLENTY = 1_000_000_000;

  private final String[] users = new String[USERS];
  private final Calls calls = new Calls();
  private final Bucket bucket =
      Bucket.builder()
          .addLimit(Bandwidth.builder().capacity(PLENTY).refillGreedy(PLENTY, second()).build())
          .build();
  private int turn;

  private static Duration second() {
    return Duration.ofSeconds(1);
  }

  @Setup
  public void prepare() {
    Arrays.setAll(users, i -> "user-" + i);
    Rejections.of(() -> calls.denied(1));
    Rejections.of(() -> calls.deniedStackless(1));
  }

  @Benchmark
  public int plain() {
    return calls.plain(1);
  }

  @Benchmark
  public int constantKey() {
    return calls.constantKey(1);
  }

  @Benchmark
  public int argumentKey() {
    return calls.argumentKey(users[turn++ & USERS - 1]);
  }

  @Benchmark
  public Object denied() {
    try {
      return calls.denied(1);
    } catch (RateLimitExceededException rejected) {
      return rejected;
    }
  }

  @Benchmark
  public Object deniedAtDepth50() {
    return deep(50);
  }

  private Object deep(int depth) {
    return depth == 0 ? denied() : deep(depth - 1);
  }

  @Benchmark
  public Object deniedStackless() {
    try {
      return calls.deniedStackless(1);
    } catch (RateLimitExceededException rejected) {
      return rejected;
    }
  }

  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  @Benchmark
  public boolean bucket4jLocal() {
    return bucket.tryConsume(1);
  }
}
