package io.github.ratelimitagent.benchmark.redis;

import io.github.ratelimitagent.benchmark.redis.Contender.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import redis.clients.jedis.Jedis;

/**
 * The measuring process: all contenders, one after the other in each round, so that the ratios of a
 * round are of the same minute. Prints a line for each measurement.
 */
public final class RedisFork {
  private static final long FAST_NANOS = 5_000;
  private static final int STRIDE_OF_FAST = 61; // not a divisor of what leases come in

  private final String uri;
  private final int fork;
  private final int rounds;
  private final long millis;
  private final Jedis redis;
  private final List<Contender> contenders = Contender.all();

  private RedisFork(String uri, int fork, int rounds, long millis) {
    this.uri = uri;
    this.fork = fork;
    this.rounds = rounds;
    this.millis = millis;
    this.redis = new Jedis(URI.create(uri));
  }

  /** Arguments: URI of the Redis, number of the fork, rounds, millis of each, scenarios. */
  public static void main(String[] args) throws Exception {
    RedisFork fork =
        new RedisFork(
            args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]), Long.parseLong(args[3]));
    for (int i = 4; i < args.length; i++) {
      fork.measure(Scenario.named(args[i]));
    }
    System.exit(0); // whatever threads the contenders leave behind
  }

  private void measure(Scenario scenario) throws Exception {
    ThreadFactory threads =
        scenario.virtual() ? virtualThreads() : Executors.defaultThreadFactory();
    List<Lane> lanes = new ArrayList<>();
    try {
      for (Contender contender : contenders) {
        String prefix = prefix(scenario, contender);
        lanes.add(new Lane(contender, contender.open(uri, prefix, scenario)));
      }
      for (Lane lane : lanes) {
        lane.stride = warmUp(scenario, lane.session, threads);
      }
      for (int round = 0; round < rounds; round++) {
        for (Lane lane : lanes) {
          Load load = new Load(lane.session, scenario, threads, lane.stride);
          measure(scenario, lane.contender, round, load);
        }
        Collections.rotate(lanes, 3); // none is always measured right after the same other
      }
    } finally {
      for (Lane lane : lanes) {
        lane.session.close();
      }
    }
  }

  /** A contender in one scenario. */
  private static final class Lane {
    final Contender contender;
    final Session session;
    int stride = 1;

    Lane(Contender contender, Session session) {
      this.contender = contender;
      this.session = session;
    }
  }

  private String prefix(Scenario scenario, Contender contender) {
    // a number, so that no contender's keys are longer than another's
    int number = contenders.indexOf(contender);
    return "bench:" + fork + ":" + scenario.name() + ":" + number + ":";
  }

  /** Empties the buckets that are to be empty; answers of how many calls to time one. */
  private int warmUp(Scenario scenario, Session session, ThreadFactory threads) throws Exception {
    long begin = System.nanoTime();
    Load.Result result = new Load(session, scenario, threads, 1).run(millis);
    long nanosPerCall = (System.nanoTime() - begin) * scenario.threads() / (result.calls + 1);
    return nanosPerCall < FAST_NANOS ? STRIDE_OF_FAST : 1;
  }

  private void measure(Scenario scenario, Contender contender, int round, Load load)
      throws InterruptedException {
    ServerStats before = ServerStats.read(redis);
    Load.Result result = load.run(millis);
    ServerStats server = ServerStats.read(redis).since(before);
    double bytes =
        scenario.buckets() == 1
            ? Footprint.bytes(redis, prefix(scenario, contender))
            : Double.NaN; // not all of them have been met
    Measurement measurement =
        new Measurement(
            scenario.name(),
            contender.name(),
            fork,
            round,
            result.calls,
            result.allowed,
            result.failures,
            result.nanos,
            server,
            bytes,
            result.latencies);
    System.out.println(measurement.toLine());
  }

  /** By reflection, so that the benchmarks compile for, and but for these run on, JDK 17. */
  private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    return (ThreadFactory) type.getMethod("factory").invoke(builder);
  }
}
