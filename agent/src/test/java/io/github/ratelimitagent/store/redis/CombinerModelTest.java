package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.store.Claims;
import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever way the steps of several callers interleave, each gets the answer that it would get if
 * all had come one after the other, and none waits for ever.
 */
@Tag("own-jvm")
public class CombinerModelTest {
  private static final BucketSpec SPEC = new BucketSpec(3, 1, 3_600_000_000L);
  private static final List<List<Claim>> CLAIMS =
      List.of(List.of(), Claims.one("a", SPEC, 1), Claims.one("a", SPEC, 2));
  private static final long NEVER = Long.MAX_VALUE / 4;

  /** The callers' combiner in front of a bucket that is not safe for several threads. */
  public abstract static class CombinedBucket {
    private final Combiner combiner;
    private final boolean callersLead;
    private long tokens = 3;

    CombinedBucket(int mostBatches, boolean callersLead) {
      this.callersLead = callersLead;
      combiner = new Combiner(mostBatches, this::exchange, Runnable::run, 2);
    }

    @Operation
    public boolean takeOne() throws RedisFailure {
      return run(1, false);
    }

    @Operation
    public boolean takeTwo() throws RedisFailure {
      return run(2, false);
    }

    @Operation
    public boolean giveBackOne() throws RedisFailure {
      return run(1, true);
    }

    private boolean run(long permits, boolean refund) throws RedisFailure {
      Request request =
          Request.of(Claims.one("a", SPEC, permits), refund, false, NEVER, callersLead);
      combiner.run(request);
      return request.result().isAllowed();
    }

    private synchronized void exchange(List<Request> batch, long deadlineNanos) {
      for (Request request : batch) {
        long permits = request.claims.get(0).permits();
        if (request.refund) {
          tokens = Math.min(3, tokens + permits);
          request.answer(Decision.allowed(tokens));
        } else if (tokens >= permits) {
          tokens -= permits;
          request.answer(Decision.allowed(tokens));
        } else {
          request.answer(Decision.denied(0, 1));
        }
      }
    }
  }

  /** One batch at a time. */
  public static class OneBatch extends CombinedBucket {
    public OneBatch() {
      super(1, true);
    }
  }

  /** Two batches at a time, which may overtake each other. */
  public static class TwoBatches extends CombinedBucket {
    public TwoBatches() {
      super(2, true);
    }
  }

  /** Callers that let workers lead, and wake each other. */
  public static class RelayedBatches extends CombinedBucket {
    public RelayedBatches() {
      super(2, false);
    }
  }

  /** The same bucket, one call after the other. */
  public static class Bucket {
    private long tokens = 3;

    public boolean takeOne() {
      return take(1);
    }

    public boolean takeTwo() {
      return take(2);
    }

    public boolean giveBackOne() {
      tokens = Math.min(3, tokens + 1);
      return true;
    }

    private boolean take(long permits) {
      if (tokens < permits) {
        return false;
      }
      tokens -= permits;
      return true;
    }
  }

  @Test
  void callers_manyInterleavingsTried_areAnsweredOneAfterTheOther() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .iterations(2)
        .invocationsPerIteration(50)
        .sequentialSpecification(Bucket.class)
        .check(OneBatch.class);
  }

  @Test
  void callers_onRealThreads_areAnsweredOneAfterTheOther() {
    stress().check(OneBatch.class);
  }

  @Test
  void callers_onRealThreadsWithTwoBatches_areSentOnce() {
    stress().check(TwoBatches.class);
  }

  @Test
  void callers_onRealThreadsThatWakeEachOther_areSentOnce() {
    stress().check(RelayedBatches.class);
  }

  private static StressOptions stress() {
    return new StressOptions()
        .threads(4)
        .actorsPerThread(3)
        .iterations(5)
        .invocationsPerIteration(1_000)
        .sequentialSpecification(Bucket.class);
  }
}
