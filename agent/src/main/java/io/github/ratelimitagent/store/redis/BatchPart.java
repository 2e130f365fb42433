package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a batch that one script call carries: those for the same buckets, in the order of
 * their arrival. For one thread.
 */
final class BatchPart {
  private final List<Request> requests = new ArrayList<>();
  private final ScriptCall.Builder builder;
  private final boolean asking;
  private @Nullable RedisFailure failure;

  private BatchPart(String keyPrefix, boolean asking) {
    this.builder = new ScriptCall.Builder(keyPrefix);
    this.asking = asking;
  }

  /** The parts of a batch. */
  static List<BatchPart> of(List<Request> batch, String keyPrefix) {
    Map<Buckets, BatchPart> parts = new LinkedHashMap<>();
    for (Request request : batch) {
      parts
          .computeIfAbsent(
              new Buckets(request), buckets -> new BatchPart(keyPrefix, request.asking))
          .add(request);
    }
    List<BatchPart> all = new ArrayList<>(parts.values());
    all.removeIf(part -> part.requests.isEmpty());
    return all;
  }

  private void add(Request request) {
    try {
      if (request.refund) {
        builder.refund(request.claims);
      } else {
        builder.acquire(request.claims);
      }
      requests.add(request);
    } catch (IllegalArgumentException e) {
      // of this call only, and the others must not suffer
      request.fail(RedisFailure.fault());
    }
  }

  ScriptCall call() {
    return builder.build();
  }

  /** Whether the server is being handed the keys and has not got them all yet. */
  boolean isAsking() {
    return asking;
  }

  /** Takes the server's reply. */
  void answer(Object reply) {
    try {
      ScriptReply answers = ScriptReply.of(reply);
      if (answers.size() == requests.size()) {
        failure = null;
        for (int i = 0; i < requests.size(); i++) {
          Request request = requests.get(i);
          request.answer(answers.decision(i, request.isLease()));
        }
        return;
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    fail(RedisFailure.senseless());
  }

  void fail(RedisFailure reason) {
    failure = reason;
    for (Request request : requests) {
      request.fail(reason);
    }
  }

  @Nullable RedisFailure failure() {
    return failure;
  }

  /** What requests must have in common to share a script call. */
  private static final class Buckets {
    private final Request request;
    private final int hash;

    Buckets(Request request) {
      this.request = request;
      int sum = request.asking ? 1 : 0;
      for (int i = 0; i < request.claims.size(); i++) {
        sum = 31 * sum + request.claims.get(i).key().hashCode();
      }
      this.hash = sum;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (!(other instanceof Buckets)) {
        return false;
      }
      List<Claim> mine = request.claims;
      List<Claim> theirs = ((Buckets) other).request.claims;
      if (request.asking != ((Buckets) other).request.asking || mine.size() != theirs.size()) {
        return false;
      }
      for (int i = 0; i < mine.size(); i++) {
        if (!mine.get(i).key().equals(theirs.get(i).key())
            || !mine.get(i).spec().equals(theirs.get(i).spec())) {
          return false;
        }
      }
      return true;
    }
  }
}
