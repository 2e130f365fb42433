package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@link BucketScript}: acquires and refunds in order, as its KEYS and ARGV. Immutable;
 * the answers are {@link ScriptReply}.
 */
final class ScriptCall {
  /** The most acquires of one call: others wait while the script runs. */
  static final int MOST_ACQUIRES = 256;

  /** Index, permits, and max-wait or the turn given back; a lease has the most permits besides. */
  private static final int CLAIM_FIGURES = 3;

  private static final int LEASE_FIGURES = 4;

  private final List<byte[]> keys;
  private final List<byte[]> args;
  private final @Nullable CommonArguments common;

  private ScriptCall(List<byte[]> keys, List<byte[]> args, @Nullable CommonArguments common) {
    this.keys = Collections.unmodifiableList(keys);
    this.args = Collections.unmodifiableList(args);
    this.common = common;
  }

  /** One call in place of several common ones with equal arguments: the same of all their keys. */
  static ScriptCall joined(List<ScriptCall> calls) {
    List<byte[]> keys = new ArrayList<>(calls.size());
    calls.forEach(call -> keys.addAll(call.keys));
    return new ScriptCall(keys, Collections.emptyList(), calls.get(0).common);
  }

  /** A call with one acquire. */
  static ScriptCall acquire(String prefix, List<Claim> claims) {
    return new Builder(prefix).acquire(claims).build();
  }

  /** A call with one refund. */
  static ScriptCall refund(String prefix, List<Claim> claims) {
    return new Builder(prefix).refund(claims).build();
  }

  List<byte[]> keys() {
    return keys;
  }

  List<byte[]> args() {
    return common == null ? args : common.args();
  }

  /** The arguments of a common call, which it can share with others; null of any other. */
  @Nullable CommonArguments common() {
    return common;
  }

  /** Collects the acquires of a call. Not safe for use by several threads. */
  static final class Builder {
    private final String prefix;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private int acquires;

    /** The prefix stands before every key. */
    Builder(String prefix) {
      this.prefix = prefix;
    }

    /**
     * Adds an acquire; claims that can never be had are not for the server.
     *
     * @throws IllegalArgumentException when a claim {@link Claim#neverFits}, a key is claimed twice
     *     or with other figures than before, or the call is full
     */
    Builder acquire(List<Claim> claims) {
      for (Claim claim : claims) {
        if (claim.neverFits()) {
          throw new IllegalArgumentException(claim.limit() + " never fits");
        }
      }
      return add(claims, 1);
    }

    /** Adds a refund. Throws as {@link #acquire}, but gives back any number of permits. */
    Builder refund(List<Claim> claims) {
      return add(claims, -1);
    }

    private Builder add(List<Claim> claims, int sign) {
      if (claims.isEmpty() || acquires == MOST_ACQUIRES) {
        throw new IllegalArgumentException(claims.size() + " claims after " + acquires);
      }
      boolean lease = sign > 0 && claims.size() == 1 && claims.get(0).isLease();
      long[] figures = new long[lease ? LEASE_FIGURES : CLAIM_FIGURES * claims.size()];
      for (int i = 0; i < claims.size(); i++) {
        Claim claim = claims.get(i);
        figures[CLAIM_FIGURES * i] = index(claim);
        for (int earlier = 0; earlier < i; earlier++) {
          if (figures[CLAIM_FIGURES * earlier] == figures[CLAIM_FIGURES * i]) {
            throw new IllegalArgumentException(claim.limit() + " claims a bucket twice");
          }
        }
        // a refund of more than the bucket is a refund of the bucket
        figures[CLAIM_FIGURES * i + 1] = sign * Math.min(claim.permits(), claim.spec().capacity());
        figures[CLAIM_FIGURES * i + 2] =
            sign > 0 ? claim.spec().boundedWaitMicros(claim.maxWaitMicros()) : claim.turnMicros();
      }
      if (lease) {
        figures[CLAIM_FIGURES] = Math.min(claims.get(0).most(), claims.get(0).spec().capacity());
      }
      Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      if (last != null && Arrays.equals(last.figures, figures)) {
        last.times++;
      } else {
        runs.add(new Run(figures));
      }
      acquires++;
      return this;
    }

    private int index(Claim claim) {
      Bucket bucket = buckets.get(claim.key());
      if (bucket == null) {
        bucket = new Bucket(buckets.size() + 1, claim.spec());
        buckets.put(claim.key(), bucket);
      } else if (!bucket.spec.equals(claim.spec())) {
        throw new IllegalArgumentException(
            claim.limit() + " claims a bucket of " + bucket.spec + " with " + claim.spec());
      }
      return bucket.index;
    }

    ScriptCall build() {
      List<byte[]> keys = new ArrayList<>(buckets.size());
      buckets.keySet().forEach(key -> keys.add((prefix + key).getBytes(StandardCharsets.UTF_8)));
      if (buckets.size() == 1 && runs.size() == 1) {
        return new ScriptCall(keys, Collections.emptyList(), common());
      }
      List<byte[]> args = new ArrayList<>();
      for (Bucket bucket : buckets.values()) {
        args.add(bytes(bucket.spec.capacity()));
        args.add(bytes(bucket.spec.refillTokens()));
        args.add(bytes(bucket.spec.periodMicros()));
      }
      for (Run run : runs) {
        args.add(bytes(run.times));
        args.add(
            bytes(run.figures.length == LEASE_FIGURES ? -1 : run.figures.length / CLAIM_FIGURES));
        for (long figure : run.figures) {
          args.add(bytes(figure));
        }
      }
      return new ScriptCall(keys, args, null);
    }

    /** Of equal acquires of one claim. */
    private CommonArguments common() {
      BucketSpec spec = buckets.values().iterator().next().spec;
      Run run = runs.get(0);
      long most = run.figures.length == LEASE_FIGURES ? run.figures[CLAIM_FIGURES] : 0;
      return new CommonArguments(spec, run.figures[1], run.figures[2], run.times, most);
    }
  }

  static byte[] bytes(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  /** A key of the call. */
  private static final class Bucket {
    final int index;
    final BucketSpec spec;

    Bucket(int index, BucketSpec spec) {
      this.index = index;
      this.spec = spec;
    }
  }

  /** Equal acquires or refunds that follow each other, by the figures of each claim. */
  private static final class Run {
    final long[] figures;
    int times = 1;

    Run(long[] figures) {
      this.figures = figures;
    }
  }
}
