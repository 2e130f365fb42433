package io.github.ratelimitagent.benchmark;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all benchmarks can be told. Filled by the command line. */
public final class Settings {
  private final Layout layout = Layout.ofThisProcess();

  @Option(
      names = "--quick",
      description = {
        "under a minute: whether it runs and its figures are sane; they say nothing else,"
            + " and go to benchmark/target/quick"
      })
  public boolean quick;

  @Option(
      names = "--redis",
      paramLabel = "URI",
      description = "use this Redis, 6.2 or newer, and nothing else on it, instead of an own one")
  public @Nullable String redis;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where pages and charts go (docs/benchmarks)")
  public @Nullable Path out;

  @Option(names = "--forks", paramLabel = "N", description = "JVMs that measure, one after another")
  public @Nullable Integer forks;

  @Option(names = "--rounds", paramLabel = "N", description = "rounds in each of them")
  public @Nullable Integer rounds;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "this text")
  boolean help;

  /** Where the build has put what is measured. */
  public Layout layout() {
    return layout;
  }

  /** Where pages and charts go. */
  public Path reports() {
    return out == null ? layout.reports(quick) : out;
  }

  /** The forks asked for, else one of the two. */
  public int forks(int otherwise, int whenQuick) {
    return forks != null ? forks : quick ? whenQuick : otherwise;
  }

  /** The rounds asked for, else one of the two. */
  public int rounds(int otherwise, int whenQuick) {
    return rounds != null ? rounds : quick ? whenQuick : otherwise;
  }
}
