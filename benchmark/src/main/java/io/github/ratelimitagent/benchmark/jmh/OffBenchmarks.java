package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.testapp.benchmark.Calls;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A call of a woven method while no agent stands behind the gate. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OffBenchmarks {
  private final Calls calls = new Calls();

  /** Proves that the method is woven, then takes the agent away. */
  @Setup
  public void turnOff() throws ReflectiveOperationException {
    Rejections.of(() -> calls.denied(1));
    Field handler = Class.forName("java.lang.RateLimitGate").getDeclaredField("handler");
    handler.setAccessible(true);
    handler.set(null, null);
    calls.denied(1);
  }

  @Benchmark
  public int off() {
    return calls.denied(1);
  }
}
