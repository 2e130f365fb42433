package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.DurationText;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.WhenEmpty;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.match.MethodPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a limit does, in words. */
final class LimitText {
  private LimitText() {}

  static String whenEmpty(Limit limit) {
    if (limit.whenEmpty() == WhenEmpty.BLOCK) {
      return "waits at most "
          + DurationText.of(limit.maxWaitMicros())
          + ", then "
          + rejection(limit);
    }
    return rejection(limit);
  }

  private static String rejection(Limit limit) {
    String exception = limit.exceptionClass();
    return "throws " + (exception == null ? "RateLimitExceededException" : exception);
  }

  static String whenRedisFails(Limit limit) {
    switch (limit.onFailure()) {
      case ALLOW:
        return "lets calls through";
      case DENY:
        return "rejects calls";
      default:
        BucketSpec share = limit.shareSpec();
        return "each process limits to its share" + (share == null ? "" : ", " + share);
    }
  }

  static String lease(Limit limit, boolean inRedis) {
    if (!inRedis || limit.observed()) {
      return limit.lease()
          + ", without effect "
          + (inRedis ? "while it observes" : "without redis");
    }
    return "each process takes up to " + limit.lease() + " tokens at once";
  }

  /** The conditions under which it concerns a call; empty if it concerns every one. */
  static String when(Limit limit) {
    List<String> conditions = new ArrayList<>();
    for (Map.Entry<Template, Set<String>> condition : limit.when().entrySet()) {
      conditions.add(
          condition.getKey().source()
              + " is "
              + String.join(" or ", new TreeSet<>(condition.getValue())));
    }
    return String.join(", and ", conditions);
  }

  /** {@code limits a, b and c}. */
  static String names(List<Limit> limits) {
    StringBuilder names = new StringBuilder("limits ");
    for (int i = 0; i < limits.size(); i++) {
      names.append(i == 0 ? "" : i == limits.size() - 1 ? " and " : ", ");
      names.append(limits.get(i).name());
    }
    return names.toString();
  }

  static String patterns(List<MethodPattern> patterns) {
    List<String> sources = new ArrayList<>();
    for (MethodPattern pattern : patterns) {
      sources.add(pattern.source());
    }
    return String.join("\n", sources);
  }

  /** Such as {@code 1 limit} and {@code 2 limits}. */
  static String count(int number, String one) {
    return number + " " + one + (number == 1 ? "" : "s");
  }
}
