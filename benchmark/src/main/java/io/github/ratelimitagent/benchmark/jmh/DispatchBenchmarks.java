package io.github.ratelimitagent.benchmark.jmh;

import io.github.ratelimitagent.benchmark.generated.GeneratedClasses;
import io.github.ratelimitagent.testapp.benchmark.GeneratedApplication;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A call of one woven method among as many as there are limits, all of whose classes are loaded.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DispatchBenchmarks {
  static final String JAR_PROPERTY = "benchmark.generated";

  private IntUnaryOperator limited;

  @Setup
  public void loadAll() throws IOException, ReflectiveOperationException {
    URL jar = Path.of(System.getProperty(JAR_PROPERTY, "")).toUri().toURL();
    ClassLoader loader =
        new URLClassLoader(new URL[] {jar}, DispatchBenchmarks.class.getClassLoader());
    GeneratedApplication.use(loader, GeneratedClasses.PACKAGE, GeneratedClasses.CLASSES);
    limited = GeneratedApplication.create(loader, GeneratedClasses.PACKAGE, 0);
  }

  @Benchmark
  public int dispatch() {
    return limited.applyAsInt(1);
  }
}
