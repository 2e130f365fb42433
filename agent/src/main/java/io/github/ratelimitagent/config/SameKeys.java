package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.template.Template;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Limits with the same key share buckets, which only works when their figures are the same. */
final class SameKeys {
  private final List<Use> uses = new ArrayList<>();

  /** Whatever else is wrong with the limit. */
  void add(String limit, Place place, Template key, BucketSpec spec, boolean observed) {
    uses.add(new Use(limit, place, key, spec, observed));
  }

  void check(Problems problems) {
    uses.sort(Comparator.comparing(use -> use.place));
    Map<String, Use> firsts = new HashMap<>();
    for (Use use : uses) {
      // an observed limit counts on buckets of its own
      Use first = firsts.putIfAbsent(use.key.source() + (use.observed ? ":observe" : ""), use);
      if (first != null && !first.spec.equals(use.spec)) {
        problems.add(
            use.place,
            "ratelimit.limits."
                + use.limit
                + " has the same key as "
                + first.limit
                + ", "
                + Shown.text(use.key.source())
                + ", but "
                + use.spec
                + " instead of "
                + first.spec
                + " ("
                + first.place
                + ")",
            "put the limit's name into the key: key = \""
                + use.limit
                + ":"
                + use.key.source()
                + "\"");
      }
    }
  }

  /** A limit's key and figures. */
  private static final class Use {
    private final String limit;
    private final Place place;
    private final Template key;
    private final BucketSpec spec;
    private final boolean observed;

    Use(String limit, Place place, Template key, BucketSpec spec, boolean observed) {
      this.limit = limit;
      this.place = place;
      this.key = key;
      this.spec = spec;
      this.observed = observed;
    }
  }
}
