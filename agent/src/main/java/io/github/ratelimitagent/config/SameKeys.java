package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.Limit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Limits with the same key share buckets, which only works when their figures are the same. */
final class SameKeys {
  private SameKeys() {}

  static void check(List<LimitEntry> entries, Problems problems) {
    Map<String, LimitEntry> firsts = new HashMap<>();
    for (LimitEntry entry : entries) {
      Limit limit = entry.limit();
      // an observed limit counts on buckets of its own
      String bucket = limit.key().source() + (limit.observed() ? ":observe" : "");
      LimitEntry first = firsts.get(bucket);
      if (first == null) {
        firsts.put(bucket, entry);
      } else if (!first.limit().spec().equals(limit.spec())) {
        problems.add(
            entry.where(),
            "ratelimit.limits."
                + limit.name()
                + " has the same key as "
                + first.limit().name()
                + ", "
                + Shown.text(limit.key().source())
                + ", but "
                + limit.spec()
                + " instead of "
                + first.limit().spec()
                + " ("
                + first.place()
                + ")",
            "put the limit's name into the key: key = \""
                + limit.name()
                + ":"
                + limit.key().source()
                + "\"");
      }
    }
  }
}
