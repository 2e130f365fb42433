package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.gate.Gate;
import io.github.ratelimitagent.gate.Modules;
import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Dispatcher;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.SiteTable;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.metrics.Counts;
import io.github.ratelimitagent.metrics.LimitCounters;
import io.github.ratelimitagent.store.FailurePolicyStore;
import io.github.ratelimitagent.store.InProcessStore;
import io.github.ratelimitagent.store.redis.RedisOptions;
import io.github.ratelimitagent.store.redis.RedisStore;
import io.github.ratelimitagent.testing.GateSession;
import io.github.ratelimitagent.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** This JVM with the weaver installed and the gate's handler set, until it is closed. */
public final class WovenJvm implements AutoCloseable {
  private final List<CoveredLimit> limits = new ArrayList<>();
  private final Map<String, LimitCounters> counters = new HashMap<>();
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Log log =
      new Log() {
        @Override
        public void info(String message) {}

        @Override
        public void warn(String message) {
          messages.add(message);
        }
      };
  private final AgentThreads threads = new AgentThreads();
  private final SiteTable sites = new SiteTable();
  private BucketStore store = new InProcessStore();
  private Dispatcher dispatcher;
  private Installation installation;
  private Gate gate;

  /** As good as no refill for the time of a test. */
  public static BucketSpec once(long capacity) {
    return new BucketSpec(capacity, 1, TimeUnit.DAYS.toMicros(1));
  }

  /** What the agent knows of the threads. */
  public AgentThreads threads() {
    return threads;
  }

  /** Covers methods by a limit of that capacity, which throws. */
  public WovenJvm limit(String name, long capacity, String... patterns) {
    return limit(Limit.builder(name, once(capacity)).build(), patterns);
  }

  public WovenJvm limit(Limit limit, String... patterns) {
    LimitCounters ofLimit = new LimitCounters();
    counters.put(limit.name(), ofLimit);
    List<MethodPattern> methods = new ArrayList<>();
    for (String pattern : patterns) {
      methods.add(MethodPattern.parse(pattern));
    }
    limits.add(new CoveredLimit(limit, methods, List.of(), "test.conf:1", ofLimit));
    return this;
  }

  /** Covers what the pattern fits, but for what one of the excludes fits. */
  WovenJvm limitBut(String name, String pattern, String... excludes) {
    LimitCounters ofLimit = new LimitCounters();
    counters.put(name, ofLimit);
    List<MethodPattern> but = new ArrayList<>();
    for (String exclude : excludes) {
      but.add(MethodPattern.parse(exclude));
    }
    limits.add(
        new CoveredLimit(
            Limit.builder(name, once(1)).build(),
            List.of(MethodPattern.parse(pattern)),
            but,
            "test.conf:1",
            ofLimit));
    return this;
  }

  /** The buckets are in {@code other} instead of in this process. */
  public WovenJvm store(BucketStore other) {
    store = other;
    return this;
  }

  /** The buckets are in the tests' Redis, as in production. */
  public WovenJvm redis() {
    return redis(TestRedis.uri());
  }

  /** The buckets are in the Redis of that address, which need not answer. */
  public WovenJvm redis(String uri) {
    RedisOptions options =
        RedisOptions.builder(uri)
            .keyPrefix(TestRedis.freshPrefix())
            .deadline(Duration.ofSeconds(2))
            .firstCallWait(Duration.ofSeconds(10))
            .build();
    return store(
        new FailurePolicyStore(
            RedisStore.start(options, threads, log), new InProcessStore(), log, System::nanoTime));
  }

  /** The buckets would be in a Redis where none is. */
  public WovenJvm deadRedis() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return redis("redis://127.0.0.1:" + free.getLocalPort());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public WovenJvm install() {
    Modules modules = new Modules(GateSession.instrumentation());
    dispatcher = new Dispatcher(sites, threads, store, modules::open, log);
    gate = Gate.connect(dispatcher);
    assertThat(gate).as("another test's handler").isNotNull();
    try {
      installation =
          Installation.install(
              GateSession.instrumentation(),
              limits,
              sites,
              threads,
              new Accessors(modules::open),
              log,
              new WeavingListener() {},
              Dispatcher.PROBE_SITE);
    } catch (RuntimeException | Error e) {
      gate.disconnect();
      throw e;
    }
    return this;
  }

  public Installation installation() {
    return installation;
  }

  public Dispatcher dispatcher() {
    return dispatcher;
  }

  /** What the operator would have read. */
  public List<String> messages() {
    return messages;
  }

  public Counts counts(String limit) {
    return counters.get(limit).read();
  }

  public Map<String, LimitCounters> counters() {
    return counters;
  }

  @Override
  public void close() {
    installation.remove();
    gate.disconnect();
    store.close();
  }
}
