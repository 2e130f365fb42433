package io.github.ratelimitagent.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories, answer for answer as {@link ReferenceBuckets} has them. */
final class InProcessStoreModelTest {
  private static final int HISTORIES = 60;
  private static final int CALLS = 1_000;
  private static final List<String> KEYS = List.of("a", "b", "c");

  /** The same histories in every run, some that failed, and a few new ones whose seed is shown. */
  static LongStream seeds() {
    LongStream met = LongStream.of(5_794_841_763_422_509_180L, 1_845_987_082_713_548_229L);
    return LongStream.concat(
        LongStream.concat(LongStream.range(0, HISTORIES), met),
        new Random().longs(5, HISTORIES, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomHistory_answersAsTheReference(long seed) {
    new History(seed).play();
  }

  private static final class History {
    private final long seed;
    private final Random random;
    private final RandomFigures figures;
    private final AtomicLong nanos = new AtomicLong();
    private final InProcessStore store = new InProcessStore(nanos::get, 1_000_000);
    private final ReferenceBuckets reference = new ReferenceBuckets();
    private final Map<String, BucketSpec> specs = new HashMap<>();
    private final List<List<Claim>> reserved = new ArrayList<>();

    /** The store's: it begins at 1. */
    private long now = 1;

    private long lastWait = 1;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.figures = new RandomFigures(random);
      KEYS.forEach(key -> specs.put(key, figures.any()));
    }

    void play() {
      for (int i = 0; i < CALLS; i++) {
        now += Math.min(step(), 1_000_000_000_000L);
        nanos.set((now - 1) * 1_000 + random.nextInt(1_000));
        List<Claim> claims = randomClaims();
        reference.beginCall();
        if (!reserved.isEmpty() && random.nextInt(4) == 0) {
          List<Claim> given =
              Claims.byFigures(specs, reserved.remove(random.nextInt(reserved.size())));
          store.refund(given);
          reference.refund(given, now);
        } else if (random.nextInt(16) == 0) {
          store.refund(claims);
          reference.refund(claims, now);
        } else {
          compare(claims);
        }
        if (random.nextInt(100) == 0) {
          changeFigures(KEYS.get(random.nextInt(KEYS.size())));
        }
      }
    }

    private void compare(List<Claim> claims) {
      ReferenceBuckets.Answer answer = reference.acquire(claims, now);
      Decision expected =
          answer.verdict() < 0
              ? Decision.denied((int) answer.detail(), -answer.verdict())
              : answer.verdict() == 0
                  ? Decision.allowed(answer.detail())
                  : Decision.reserved(
                      answer.verdict(), answer.turns().stream().mapToLong(turn -> turn).toArray());
      Decision decision = store.acquire(claims);
      assertThat(decision).as("seed %s", seed).hasToString(expected.toString());
      for (int i = 0; i < claims.size(); i++) {
        assertThat(decision.turnMicros(i)).as("seed %s", seed).isEqualTo(expected.turnMicros(i));
      }
      if (answer.verdict() > 0) {
        reserved.add(decision.takenFor(claims));
      }
      lastWait = answer.verdict() == 0 ? lastWait : Math.abs(answer.verdict());
    }

    private long step() {
      long full = specs.get("a").timeToFullMicros();
      return switch (random.nextInt(8)) {
        case 0, 1 -> 0;
        case 2 -> 1;
        case 3 -> lastWait;
        case 4 -> lastWait - 1;
        case 5 -> figures.between(0, 2 * full);
        default -> figures.between(0, 1 + full / specs.get("a").capacity());
      };
    }

    private List<Claim> randomClaims() {
      List<Claim> claims = new ArrayList<>();
      for (String key : KEYS) {
        if (key.equals("a") || random.nextInt(4) == 0) {
          BucketSpec spec = specs.get(key);
          long permits = random.nextBoolean() ? 1 : figures.between(1, spec.capacity());
          long wait = random.nextInt(3) == 0 ? figures.between(0, 3 * spec.timeToFullMicros()) : 0;
          claims.add(
              Claims.within(
                  key, spec, Math.min(permits, spec.capacity()), spec.boundedWaitMicros(wait)));
        }
      }
      return claims;
    }

    /** What other figures left is rounded down to the new units. */
    private void changeFigures(String key) {
      BucketSpec old = specs.get(key);
      ReferenceBuckets.State state = reference.state(key);
      if (state != null && !state.spec().equals(old)) {
        return; // not written since the last edit: the store rounds once, not for each edit
      }
      BucketSpec edited = figures.edited(old);
      specs.put(key, edited);
      if (state != null) {
        Fraction unit = Fraction.of(1, edited.periodMicros());
        Fraction tokens =
            state
                .tokens()
                .min(Fraction.of(edited.capacity(), 1))
                .max(Fraction.of(-BucketSpec.MAX_UNITS, edited.periodMicros()));
        long units = tokens.dividedBy(unit).floor();
        reference.replaceTokens(key, Fraction.of(units, edited.periodMicros()));
      }
    }
  }
}
