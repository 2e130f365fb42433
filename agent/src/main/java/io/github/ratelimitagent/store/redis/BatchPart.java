package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a batch that one script call carries: those for the same buckets, in the order of
 * their arrival, or those that ask the same of several buckets. For one thread.
 */
final class BatchPart {
  private final ScriptCall call;
  private final List<Request> requests;
  private final List<BatchPart> joined;
  private final boolean asking;
  private @Nullable RedisFailure failure;

  private BatchPart(
      ScriptCall call, List<Request> requests, List<BatchPart> joined, boolean asking) {
    this.call = call;
    this.requests = requests;
    this.joined = joined;
    this.asking = asking;
  }

  /** The parts of a batch. */
  static List<BatchPart> of(List<Request> batch, String keyPrefix) {
    Map<Buckets, Gathering> gatherings = new LinkedHashMap<>();
    for (Request request : batch) {
      gatherings
          .computeIfAbsent(
              new Buckets(request), buckets -> new Gathering(keyPrefix, request.asking))
          .add(request);
    }
    List<BatchPart> parts = new ArrayList<>(gatherings.size());
    for (Gathering gathering : gatherings.values()) {
      if (!gathering.requests.isEmpty()) {
        parts.add(gathering.part());
      }
    }
    return parts;
  }

  /** Parts for one server that has all keys: those that ask the same share a call. */
  static List<BatchPart> join(List<BatchPart> parts) {
    if (parts.size() < 2) {
      return parts;
    }
    List<BatchPart> all = new ArrayList<>();
    Map<CommonArguments, List<BatchPart>> same = new LinkedHashMap<>();
    for (BatchPart part : parts) {
      CommonArguments common = part.call.common();
      if (common == null || part.asking) {
        all.add(part);
      } else {
        same.computeIfAbsent(common, arguments -> new ArrayList<>()).add(part);
      }
    }
    same.values().forEach(joined -> all.add(joined.size() == 1 ? joined.get(0) : of(joined)));
    return all;
  }

  private static BatchPart of(List<BatchPart> joined) {
    List<ScriptCall> calls = new ArrayList<>(joined.size());
    List<Request> requests = new ArrayList<>(joined.size());
    for (BatchPart part : joined) {
      calls.add(part.call);
      requests.addAll(part.requests);
    }
    return new BatchPart(ScriptCall.joined(calls), requests, joined, false);
  }

  /**
   * Takes the joined parts out that the server refuses because it has their keys in several places,
   * which proves that it ran nothing.
   *
   * @return what they were joined of, to be sent in their place
   */
  static List<BatchPart> takeRefused(List<BatchPart> parts) {
    List<BatchPart> apart = new ArrayList<>(0);
    for (BatchPart part : new ArrayList<>(parts)) {
      RedisFailure refusal = part.failure;
      if (refusal != null && refusal.error() == ServerError.CROSSSLOT && !part.joined.isEmpty()) {
        parts.remove(part);
        apart.addAll(part.joined);
      }
    }
    return apart;
  }

  ScriptCall call() {
    return call;
  }

  /** Whether the server is being handed the keys and has not got them all yet. */
  boolean isAsking() {
    return asking;
  }

  /** Takes the server's reply. */
  void answer(Object reply) {
    failure = null;
    try {
      ScriptReply answers = ScriptReply.of(reply);
      if (answers.size() == requests.size()) {
        for (int i = 0; i < requests.size(); i++) {
          answer(requests.get(i), answers, i);
        }
        return;
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    fail(RedisFailure.senseless());
  }

  private void answer(Request request, ScriptReply answers, int index) {
    String fault = answers.fault(index);
    if (fault == null) {
      request.answer(answers.decision(index, request.claims.size(), request.isLease()));
      return;
    }
    RedisFailure ofBucket = RedisFailure.answered(fault);
    request.fail(ofBucket);
    failure = RedisFailure.worse(failure, ofBucket);
  }

  void fail(RedisFailure reason) {
    failure = reason;
    for (Request request : requests) {
      request.fail(reason);
    }
  }

  /** The worst that has befallen a request of this part, or null. */
  @Nullable RedisFailure failure() {
    return failure;
  }

  /** Requests for the same buckets, and the call that is to carry them. */
  private static final class Gathering {
    private final List<Request> requests = new ArrayList<>();
    private final ScriptCall.Builder builder;
    private final boolean asking;

    Gathering(String keyPrefix, boolean asking) {
      this.builder = new ScriptCall.Builder(keyPrefix);
      this.asking = asking;
    }

    void add(Request request) {
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

    BatchPart part() {
      return new BatchPart(builder.build(), requests, Collections.emptyList(), asking);
    }
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
