package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.template.Template;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits with the same key share buckets, which only works when their figures are the same: an
 * error where the keys are, a warning where they only may be.
 */
final class SameKeys {
  private final List<Use> uses = new ArrayList<>();

  /** Whatever else is wrong with the limit. */
  void add(Use use) {
    uses.add(use);
  }

  void check(Problems problems) {
    Collections.sort(uses);
    Map<String, Use> firstOfKey = new HashMap<>();
    Map<String, Use> firstOfForm = new HashMap<>();
    for (Use use : uses) {
      // an observed limit counts on buckets of its own
      String apart = use.observed ? ":observe" : "";
      Use same = firstOfKey.putIfAbsent(use.key.source() + apart, use);
      Use alike = firstOfForm.putIfAbsent(use.key.form() + apart, use);
      if (same != null) {
        if (!same.spec.equals(use.spec)) {
          problems.add(use.place, use.against(same, "has the same key as"), use.advice());
        }
      } else if (alike != null && !alike.spec.equals(use.spec)) {
        problems.warn(use.place, use.against(alike, "may render the same key as"), use.advice());
      }
    }
  }

  /** A limit's key and figures. */
  static final class Use implements Comparable<Use> {
    private final String limit;
    private final Place place;
    private final Template key;
    private final BucketSpec spec;
    private final String figures;
    private final boolean observed;

    /**
     * The use of buckets by a limit.
     *
     * @param figures as they were written
     */
    Use(
        String limit,
        Place place,
        Template key,
        BucketSpec spec,
        String figures,
        boolean observed) {
      this.limit = limit;
      this.place = place;
      this.key = key;
      this.spec = spec;
      this.figures = figures;
      this.observed = observed;
    }

    /** By place. */
    @Override
    public int compareTo(Use other) {
      return place.compareTo(other.place);
    }

    String against(Use first, String how) {
      return "ratelimit.limits."
          + limit
          + " "
          + how
          + " "
          + first.limit
          + ", "
          + Shown.text(key.source())
          + (key.equals(first.key) ? "" : " and " + Shown.text(first.key.source()))
          + ", but "
          + figures
          + " instead of "
          + first.figures
          + " ("
          + first.place
          + ")";
    }

    String advice() {
      return "put the limit's name into the key: key = \"" + limit + ":" + key.source() + "\"";
    }
  }
}
