package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.store.Claims;
import io.github.ratelimitagent.store.Fraction;
import io.github.ratelimitagent.store.RandomFigures;
import io.github.ratelimitagent.store.ReferenceBuckets;
import io.github.ratelimitagent.testing.TestRedis;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/**
 * Random histories on the script, in the server's own interpreter and with its clock held, answer
 * for answer and hash for hash as {@link ReferenceBuckets} has them.
 */
final class BucketScriptModelTest {
  private static final int HISTORIES = 60;
  private static final int CALLS = 400;

  /** In 2106 a double of seconds no longer tells microseconds apart. */
  private static final long LAST = (1L << 32) * 1_000_000 - 1;

  private static RedisClient redis;

  @BeforeAll
  static void connect() {
    redis = RedisClient.create(TestRedis.uri());
  }

  @AfterAll
  static void disconnect() {
    redis.close();
  }

  /** The same histories in every run, and a few new ones whose seed the failure shows. */
  static LongStream seeds() {
    return LongStream.concat(
        LongStream.range(0, HISTORIES), new Random().longs(5, HISTORIES, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomHistory_answersAndHashesAsTheReference(long seed) {
    new History(seed).play();
  }

  /** A call to make, and what must come of it. */
  private record Call(
      long now, ScriptCall call, List<ReferenceBuckets.Answer> answers, String words) {}

  private static final class History {
    private final long seed;
    private final Random random;
    private final RandomFigures figures;
    private final String prefix = TestRedis.freshPrefix();
    private final HeldClock clock = new HeldClock(redis, prefix);
    private final BucketScript script = clock.script();
    private final ReferenceBuckets reference = new ReferenceBuckets();
    private final Map<String, BucketSpec> specs = new HashMap<>();
    private final List<Call> calls = new ArrayList<>();
    private long now = clock.nowMicros();
    private long lastWait = 1;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.figures = new RandomFigures(random);
      redis.scriptLoad(new String(script.text(), java.nio.charset.StandardCharsets.UTF_8));
      for (String key : List.of("a", "b", "c")) {
        specs.put(key, figures.any());
      }
    }

    void play() {
      for (int i = 0; i < CALLS; i++) {
        now = Math.max(1, now + step());
        if (now > LAST) {
          now = clock.nowMicros() / 2;
        }
        call();
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

    private long step() {
      long full = spec().timeToFullMicros();
      long bound = Math.min(full, 10_000_000);
      long far = Math.min(2 * full, 10_000_000_000_000L);
      switch (random.nextInt(14)) {
        case 0:
        case 1:
          return 0;
        case 2:
          return 1;
        case 3:
          return random.nextInt(1_000);
        case 4:
        case 5:
          return lastWait;
        case 6:
          return lastWait - 1;
        case 7:
          return -figures.between(1, bound);
        case 8:
          return random.nextBoolean() ? -bound : -bound - 1;
        case 9:
          return random.nextInt(3) == 0 ? -3_600_000_000L : -10_000_000;
        case 10:
          return figures.between(0, far);
        default:
          return figures.between(0, 1 + full / spec().capacity());
      }
    }

    private void call() {
      ScriptCall.Builder call = new ScriptCall.Builder(prefix);
      List<ReferenceBuckets.Answer> answers = new ArrayList<>();
      StringBuilder words = new StringBuilder("at " + now);
      int acquires = random.nextInt(4) == 0 ? 1 + random.nextInt(6) : 1;
      for (int i = 0; i < acquires; i++) {
        List<Claim> claims = randomClaims();
        boolean refund = random.nextInt(8) == 0;
        boolean lease = !refund && claims.size() == 1 && random.nextInt(4) == 0;
        if (lease) {
          long most = figures.between(1, claims.get(0).spec().capacity());
          claims = List.of(claims.get(0).leasing(most));
          lease = claims.get(0).isLease();
        }
        int times = acquires > 1 && random.nextBoolean() ? 1 + random.nextInt(8) : 1;
        for (int n = 0; n < times; n++) {
          ReferenceBuckets.Answer answer;
          if (refund) {
            call.refund(claims);
            answer = reference.refund(claims, now);
          } else {
            call.acquire(claims);
            answer = lease ? reference.lease(claims.get(0), now) : reference.acquire(claims, now);
          }
          answers.add(answer);
          words.append(refund ? " refund " : " acquire ").append(words(claims)).append(answer);
          lastWait = answer.verdict() == 0 ? lastWait : Math.abs(answer.verdict());
        }
      }
      calls.add(new Call(now, call.build(), answers, words.toString()));
    }

    private List<Claim> randomClaims() {
      List<Claim> claims = new ArrayList<>();
      for (String key : List.of("a", "b", "c")) {
        if (key.equals("a") || random.nextInt(4) == 0) {
          BucketSpec spec = specs.get(key);
          long permits = random.nextBoolean() ? 1 : figures.between(1, spec.capacity());
          permits = Math.min(permits, spec.capacity());
          long wait =
              random.nextInt(3) == 0
                  ? spec.boundedWaitMicros(figures.between(0, maxWait(spec)))
                  : 0;
          claims.add(Claims.within(key, spec, permits, wait));
        }
      }
      return claims;
    }

    private long maxWait(BucketSpec spec) {
      return random.nextInt(10) == 0 ? Long.MAX_VALUE / 4 : 3 * spec.timeToFullMicros();
    }

    private static String words(List<Claim> claims) {
      StringBuilder words = new StringBuilder();
      for (Claim claim : claims) {
        words
            .append(claim.permits())
            .append('-')
            .append(claim.most())
            .append(" of ")
            .append(claim.key())
            .append(' ');
        words.append(claim.spec()).append(" within ").append(claim.maxWaitMicros()).append(' ');
      }
      return words.toString();
    }

    private void compare() {
      List<Response<Object>> replies = new ArrayList<>();
      try (Pipeline pipeline = redis.pipelined()) {
        for (Call call : calls) {
          clock.set(pipeline, call.now);
          replies.add(pipeline.evalsha(script.sha1(), call.call.keys(), call.call.args()));
        }
      }
      for (int i = 0; i < replies.size(); i++) {
        List<Long> want = new ArrayList<>();
        calls
            .get(i)
            .answers
            .forEach(answer -> want.addAll(List.of(answer.verdict(), answer.detail())));
        assertThat(replies.get(i).get())
            .as("seed %s, %s", seed, calls.get(i).words)
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
}
