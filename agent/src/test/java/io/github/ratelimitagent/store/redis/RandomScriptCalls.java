package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.store.Claims;
import io.github.ratelimitagent.store.RandomFigures;
import io.github.ratelimitagent.store.ReferenceBuckets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Calls of the script, of the buckets {@code a}, {@code b} and {@code c} at random, and what must
 * come of them.
 */
final class RandomScriptCalls {
  /** A call to make, and what must come of it. */
  record Call(long now, ScriptCall call, List<ReferenceBuckets.Answer> answers, String words) {}

  private final Random random;
  private final RandomFigures figures;
  private final String prefix;
  private final Map<String, BucketSpec> specs;
  private final ReferenceBuckets reference;
  private final List<List<Claim>> reserved = new ArrayList<>();
  private long lastWait = 1;

  RandomScriptCalls(
      Random random, String prefix, Map<String, BucketSpec> specs, ReferenceBuckets reference) {
    this.random = random;
    this.figures = new RandomFigures(random);
    this.prefix = prefix;
    this.specs = specs;
    this.reference = reference;
  }

  /** How far the clock goes before the next call: to where something changes, or back. */
  long step() {
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

  /** One call at that time: of one acquire or several, or of calls that ask the same. */
  Call call(long now) {
    reference.beginCall();
    boolean equal = new HashSet<>(specs.values()).size() == 1;
    return equal && random.nextInt(3) == 0 ? joined(now) : single(now);
  }

  private Call joined(long now) {
    Claim claim = randomClaim("a");
    boolean refund = random.nextInt(8) == 0;
    boolean lease = !refund && random.nextInt(4) == 0;
    if (lease) {
      claim = claim.leasing(figures.between(1, claim.spec().capacity()));
    }
    int times = random.nextBoolean() ? 1 : 1 + random.nextInt(8);
    List<ScriptCall> calls = new ArrayList<>();
    List<ReferenceBuckets.Answer> answers = new ArrayList<>();
    StringBuilder words = new StringBuilder("at " + now + " each");
    for (String key : List.of("c", "a", "b")) {
      Claim ofKey = Claims.within(key, claim.spec(), claim.permits(), claim.maxWaitMicros());
      List<Claim> claims = List.of(lease ? ofKey.leasing(claim.most()) : ofKey);
      ScriptCall.Builder call = new ScriptCall.Builder(prefix);
      for (int n = 0; n < times; n++) {
        ReferenceBuckets.Answer answer = add(call, claims, refund, now);
        answers.add(answer);
        words.append(refund ? " refund " : " acquire ").append(words(claims)).append(answer);
      }
      calls.add(call.build());
    }
    return new Call(now, ScriptCall.joined(calls), answers, words.toString());
  }

  private ReferenceBuckets.Answer add(
      ScriptCall.Builder call, List<Claim> claims, boolean refund, long now) {
    ReferenceBuckets.Answer answer;
    if (refund) {
      call.refund(claims);
      answer = reference.refund(claims, now);
    } else {
      call.acquire(claims);
      boolean lease = claims.get(0).isLease();
      answer = lease ? reference.lease(claims.get(0), now) : reference.acquire(claims, now);
    }
    lastWait = answer.verdict() == 0 ? lastWait : Math.abs(answer.verdict());
    if (answer.verdict() > 0) {
      List<Claim> taken = new ArrayList<>();
      for (int i = 0; i < claims.size(); i++) {
        taken.add(claims.get(i).reservedFor(answer.turns().get(i)));
      }
      reserved.add(taken);
    }
    return answer;
  }

  private Call single(long now) {
    ScriptCall.Builder call = new ScriptCall.Builder(prefix);
    List<ReferenceBuckets.Answer> answers = new ArrayList<>();
    StringBuilder words = new StringBuilder("at " + now);
    int acquires = random.nextInt(4) == 0 ? 1 + random.nextInt(6) : 1;
    for (int i = 0; i < acquires; i++) {
      List<Claim> claims = randomClaims();
      boolean refund = random.nextInt(8) == 0;
      if (!reserved.isEmpty() && random.nextInt(4) == 0) {
        refund = true;
        claims = Claims.byFigures(specs, reserved.remove(random.nextInt(reserved.size())));
      }
      boolean lease = !refund && claims.size() == 1 && random.nextInt(4) == 0;
      if (lease) {
        long most = figures.between(1, claims.get(0).spec().capacity());
        claims = List.of(claims.get(0).leasing(most));
      }
      int times = acquires > 1 && random.nextBoolean() ? 1 + random.nextInt(8) : 1;
      for (int n = 0; n < times; n++) {
        ReferenceBuckets.Answer answer = add(call, claims, refund, now);
        answers.add(answer);
        words.append(refund ? " refund " : " acquire ").append(words(claims)).append(answer);
      }
    }
    return new Call(now, call.build(), answers, words.toString());
  }

  private List<Claim> randomClaims() {
    List<Claim> claims = new ArrayList<>();
    for (String key : List.of("a", "b", "c")) {
      if (key.equals("a") || random.nextInt(4) == 0) {
        claims.add(randomClaim(key));
      }
    }
    return claims;
  }

  private Claim randomClaim(String key) {
    BucketSpec spec = specs.get(key);
    long permits = random.nextBoolean() ? 1 : figures.between(1, spec.capacity());
    permits = Math.min(permits, spec.capacity());
    long wait =
        random.nextInt(3) == 0 ? spec.boundedWaitMicros(figures.between(0, maxWait(spec))) : 0;
    return Claims.within(key, spec, permits, wait);
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
      words.append(claim.turnMicros() == 0 ? "" : "for " + claim.turnMicros() + " ");
    }
    return words.toString();
  }

  private BucketSpec spec() {
    return specs.get("a");
  }
}
