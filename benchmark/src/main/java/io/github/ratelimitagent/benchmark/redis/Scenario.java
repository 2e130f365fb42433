package io.github.ratelimitagent.benchmark.redis;

import java.util.List;

/** One load: so many threads on so many buckets, which are always full or always empty. */
record Scenario(String name, int threads, int buckets, boolean full, boolean virtual) {
  /** Tokens of a full bucket, which come back within a second: no load empties it. */
  static final long PLENTY = 1_000_000_000;

  static final List<Scenario> ALL =
      List.of(
          full("hot-1", 1, 1),
          full("hot-8", 8, 1),
          full("hot-32", 32, 1),
          full("many-32", 32, 1_000),
          empty("denied-1", 1),
          empty("denied-8", 8),
          empty("denied-32", 32),
          new Scenario("virtual-256", 256, 1, true, true));

  /** One of each kind. */
  static final List<Scenario> QUICK =
      List.of(named("hot-1"), named("many-32"), named("denied-8"), named("virtual-256"));

  private static Scenario full(String name, int threads, int buckets) {
    return new Scenario(name, threads, buckets, true, false);
  }

  private static Scenario empty(String name, int threads) {
    return new Scenario(name, threads, 1, false, false);
  }

  static Scenario named(String name) {
    return ALL.stream()
        .filter(scenario -> scenario.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no scenario " + name + " in " + ALL));
  }

  String title() {
    return (full ? "allowed" : "denied (the bucket is always empty)")
        + ", "
        + threads
        + (virtual ? " virtual" : "")
        + (threads == 1 ? " thread, " : " threads, ")
        + (buckets == 1 ? "one bucket" : String.format("%,d buckets", buckets));
  }
}
