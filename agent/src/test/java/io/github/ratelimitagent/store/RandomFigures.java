package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Refill;
import java.util.Random;

/** Figures of buckets from 1 token in 30 days to 1,000,000 a second, and up to the bound. */
public final class RandomFigures {
  private final Random random;

  public RandomFigures(Random random) {
    this.random = random;
  }

  public long between(long least, long most) {
    return least + (long) (random.nextDouble() * (most - least + 1));
  }

  public BucketSpec edited(BucketSpec old) {
    switch (random.nextInt(3)) {
      case 0:
        return any();
      case 1:
        long larger = Math.min(2 * old.capacity(), (1L << 49) / old.periodMicros());
        return new BucketSpec(Math.max(1, larger), old.refillTokens(), old.periodMicros());
      default:
        return new BucketSpec(1 + old.capacity() / 2, old.refillTokens(), old.periodMicros());
    }
  }

  public BucketSpec any() {
    switch (random.nextInt(4)) {
      case 0:
        String[] rates = {
          "1 per 30d",
          "6 per 60s",
          "0.9/s",
          "5/s",
          "3/s",
          "1000/d",
          "1500/s",
          "8000/s",
          "1000000/s",
          "7 per 13us"
        };
        return BucketSpec.fit(
            1 + random.nextInt(400), Refill.parse(rates[random.nextInt(rates.length)]), 0, 1);
      case 1:
        // at the bound: as many units as may be, in tokens of any size
        long period = 1 + (random.nextLong() & ((1L << random.nextInt(49)) - 1));
        return new BucketSpec((1L << 49) / period, logarithmic(30), period);
      default:
        long micros = logarithmic(40);
        long most = Math.max(1, Math.min(1_000_000, (1L << 49) / micros));
        return new BucketSpec(1 + random.nextInt((int) most), logarithmic(30), micros);
    }
  }

  private long logarithmic(int bits) {
    return 1 + (random.nextLong() >>> (63 - random.nextInt(bits)) >>> 1);
  }
}
