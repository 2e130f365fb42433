package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.testapp.benchmark.Calls;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Calls whose buckets are in Redis, decided without asking it: from a lease, or remembered. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LeasedBenchmarks {
  private static final int USERS = 16;

  private final String[] users = new String[USERS];
  private final Calls calls = new Calls();
  private int turn;

  @Setup
  public void prepare() {
    Arrays.setAll(users, i -> "user-" + i);
    Rejections.of(() -> calls.deniedStackless(1));
  }

  @Benchmark
  public int leased() {
    return calls.leased(1);
  }

  @Benchmark
  public int leasedByArgument() {
    return calls.leasedByArgument(users[turn++ & USERS - 1]);
  }

  @Benchmark
  public Object deniedRemembered() {
    return Rejections.of(() -> calls.deniedStackless(1));
  }
}
