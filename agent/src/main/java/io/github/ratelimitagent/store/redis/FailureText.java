package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.limit.StoreException.Kind;
import java.util.List;

/** Tells an operator what failed, without secrets: neither a login nor a rendered key. */
final class FailureText {
  private final RedisOptions options;

  FailureText(RedisOptions options) {
    this.options = options;
  }

  StoreException of(RedisFailure failure, List<Claim> claims) {
    ServerError error = failure.error();
    return error != null && error.kind() == Kind.FAULT
        ? new StoreException(Kind.FAULT, fault(error, failure, claims), null)
        : new StoreException(Kind.UNAVAILABLE, unavailable(failure), null);
  }

  private String unavailable(RedisFailure failure) {
    String redis = "Redis at " + options.address();
    switch (failure.stage()) {
      case NOT_CONNECTED:
        return "not connected to " + redis + ": " + failure.reason();
      case NO_FREE_CONNECTION:
        return failure.text() + " to " + redis;
      case NOT_ASKED:
        return redis + " is not asked, because it failed of late: " + failure.reason();
      case TIMED_OUT:
        return "no answer of " + redis + " within " + options.deadline().toMillis() + " ms";
      case DISCONNECTED:
        return "connection to " + redis + " lost";
      default:
        return redis + " fails: " + failure.reason();
    }
  }

  private String fault(ServerError error, RedisFailure failure, List<Claim> claims) {
    StringBuilder limits = new StringBuilder();
    for (Claim claim : claims) {
      limits.append(limits.length() == 0 ? "limit " : ", ");
      limits.append(claim.limit().name()).append(" (key ").append(claim.limit().key().source());
      limits.append(')');
    }
    return "Redis at "
        + options.address()
        + " fails for "
        + limits
        + ": "
        + (error == ServerError.OTHER ? "it " + answer(failure, claims) : failure.reason());
  }

  private String answer(RedisFailure failure, List<Claim> claims) {
    for (Claim claim : claims) {
      if (failure.text().contains(claim.key())) {
        return ServerError.OTHER.meaning();
      }
    }
    return ServerError.OTHER.meaning() + ": " + options.withoutSecrets(failure.text());
  }
}
