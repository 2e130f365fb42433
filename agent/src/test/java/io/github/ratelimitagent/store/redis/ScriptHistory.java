package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.store.Fraction;
import io.github.ratelimitagent.store.RandomFigures;
import io.github.ratelimitagent.store.ReferenceBuckets;
import io.github.ratelimitagent.testing.TestRedis;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/** A random history of the script, compared with {@link ReferenceBuckets}. */
final class ScriptHistory {
  private static final int CALLS = 400;

  /** In 2106 a double of seconds no longer tells microseconds apart. */
  private static final long LAST = (1L << 32) * 1_000_000 - 1;

  private final long seed;
  private final Random random;
  private final RandomFigures figures;
  private final String prefix = TestRedis.freshPrefix();
  private final RedisClient redis;
  private final HeldClock clock;
  private final BucketScript script;
  private final ReferenceBuckets reference = new ReferenceBuckets();
  private final Map<String, BucketSpec> specs = new HashMap<>();
  private final RandomScriptCalls randomCalls;
  private final List<RandomScriptCalls.Call> calls = new ArrayList<>();
  private long now;

  ScriptHistory(RedisClient redis, long seed) {
    this.redis = redis;
    this.seed = seed;
    this.random = new Random(seed);
    this.figures = new RandomFigures(random);
    this.randomCalls = new RandomScriptCalls(random, prefix, specs, reference);
    this.clock = new HeldClock(redis, prefix);
    this.script = clock.script();
    this.now = clock.nowMicros();
    redis.scriptLoad(new String(script.text(), StandardCharsets.UTF_8));
    boolean equal = random.nextInt(3) == 0;
    BucketSpec any = figures.any();
    for (String key : List.of("a", "b", "c")) {
      specs.put(key, equal ? any : figures.any());
    }
  }

  void play() {
    for (int i = 0; i < CALLS; i++) {
      now = Math.max(1, now + randomCalls.step());
      if (now > LAST) {
        now = clock.nowMicros() / 2;
      }
      calls.add(randomCalls.call(now));
      if (random.nextInt(20) == 0) {
        compare();
        sometimesExpire();
        sometimesChangeFigures();
      }
    }
    compare();
  }

  private BucketSpec spec() {
    return specs.get("a");
  }

  private void compare() {
    List<Response<Object>> replies = new ArrayList<>();
    try (Pipeline pipeline = redis.pipelined()) {
      for (RandomScriptCalls.Call call : calls) {
        clock.set(pipeline, call.now());
        replies.add(pipeline.evalsha(script.sha1(), call.call().keys(), call.call().args()));
      }
    }
    for (int i = 0; i < replies.size(); i++) {
      List<Object> want = new ArrayList<>();
      for (ReferenceBuckets.Answer answer : calls.get(i).answers()) {
        want.add(answer.verdict());
        want.add(answer.verdict() > 0 ? answer.turns() : answer.detail());
      }
      assertThat(replies.get(i).get())
          .as("seed %s, %s", seed, calls.get(i).words())
          .isEqualTo(want);
    }
    specs.keySet().forEach(this::compareHash);
    calls.clear();
  }

  private void compareHash(String key) {
    Map<String, String> hash = redis.hgetAll(prefix + key);
    ReferenceBuckets.State state = reference.state(key);
    if (state == null) {
      assertThat(hash).isEmpty();
      return;
    }
    assertThat(hash.get("last_refill"))
        .isEqualTo(BigDecimal.valueOf(state.lastRefill(), 6).toPlainString());
    BucketSpec spec = specs.get(key);
    if (!state.spec().equals(spec)) {
      return; // not written since the figures were edited
    }
    BigDecimal units =
        new BigDecimal(hash.get("tokens")).multiply(BigDecimal.valueOf(spec.periodMicros()));
    Fraction exact = state.tokens().times(Fraction.of(spec.periodMicros(), 1));
    assertThat(units.subtract(BigDecimal.valueOf(exact.floor())).abs().doubleValue())
        .as("%s units kept as %s", exact, hash.get("tokens"))
        .isLessThan(0.25);
    long ttl = Long.parseLong(hash.get("ttl"));
    long full = reference.microsToFull(key, spec, state.written());
    assertThat(ttl * 1_000).isBetween(full + 1_000_000, full + 1_001_000);
  }

  /** The server drops the key at its time to live: the bucket must be full by then. */
  private void sometimesExpire() {
    ReferenceBuckets.State state = reference.state("a");
    if (state == null || !state.spec().equals(spec()) || random.nextInt(5) > 0) {
      return;
    }
    long ttl = Long.parseLong(redis.hget(prefix + "a", "ttl"));
    now = Math.max(now, state.written() + ttl * 1_000);
    assertThat(reference.microsToFull("a", spec(), now)).isZero();
    redis.del(prefix + "a");
    reference.forget("a");
  }

  private void sometimesChangeFigures() {
    if (random.nextInt(3) > 0) {
      return;
    }
    String key = random.nextBoolean() ? "a" : "b";
    BucketSpec old = specs.get(key);
    ReferenceBuckets.State state = reference.state(key);
    if (state != null && !state.spec().equals(old)) {
      return; // not written since the last edit: the script only sees the last one
    }
    BucketSpec edited = figures.edited(old);
    specs.put(key, edited);
    if (state != null) {
      adopt(key, old, edited);
    }
  }

  /**
   * What other figures wrote is read in the new units, rounded down: the one place where the
   * reference computes as the script does, held to one unit of the exact product.
   */
  private void adopt(String key, BucketSpec old, BucketSpec edited) {
    if (old.periodMicros() == edited.periodMicros()) {
      return;
    }
    BigDecimal stored = new BigDecimal(redis.hget(prefix + key, "tokens"));
    BigDecimal exact = stored.multiply(BigDecimal.valueOf(edited.periodMicros()));
    double read = Math.floor(stored.doubleValue() * edited.periodMicros() + 0.25);
    assertThat(exact.subtract(new BigDecimal(read)).abs().doubleValue())
        .isLessThanOrEqualTo(Math.max(1, 1.01 * Math.ulp(read)));
    long most = edited.capacity() * edited.periodMicros();
    long units = (long) Math.max(-BucketSpec.MAX_UNITS, Math.min(most, read));
    reference.replaceTokens(key, Fraction.of(units, edited.periodMicros()));
  }
}
