package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.config.RedisSettings;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.instrument.LimitCoverage;
import io.github.ratelimitagent.limit.Limit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which calls ask several limits one after the other, because their buckets lie in several slots of
 * a Redis Cluster.
 */
final class ClusterSlots {
  /** What of a key template is the hash tag: constant text between the first literal braces. */
  private static final Pattern HASH_TAG = Pattern.compile("[^{}]*\\{\\{([^{}]+)}}.*");

  private ClusterSlots() {}

  /** A sentence for each method; none unless Redis is a Cluster. */
  static List<String> notes(Settings settings, List<LimitCoverage> coverage) {
    List<String> notes = new ArrayList<>();
    RedisSettings redis = settings.redis();
    if (redis == null || !redis.isCluster() || redis.keyPrefix().matches(".*\\{[^{}]+}.*")) {
      return notes;
    }
    Map<String, List<Limit>> limitsOfMethods = new LinkedHashMap<>();
    for (int i = 0; i < coverage.size(); i++) {
      LimitEntry entry = settings.limits().get(i);
      if (!entry.limit().observed()) {
        for (String method : coverage.get(i).methods()) {
          limitsOfMethods.computeIfAbsent(method, key -> new ArrayList<>()).add(entry.limit());
        }
      }
    }
    limitsOfMethods.forEach(
        (method, limits) -> {
          if (!shareASlot(limits)) {
            notes.add(
                method
                    + " asks "
                    + LimitText.names(limits)
                    + " one after the other, for their keys lie in different slots of the Cluster;"
                    + " a hash tag in common, such as {{pay}}, puts them into one");
          }
        });
    return notes;
  }

  private static boolean shareASlot(List<Limit> limits) {
    String first = slotText(limits.get(0));
    for (Limit limit : limits) {
      if (!slotText(limit).equals(first)) {
        return false;
      }
    }
    return true;
  }

  /** Equal for templates whose keys always share a slot. */
  private static String slotText(Limit limit) {
    String source = limit.key().source();
    String tag = hashTag(source);
    return tag == null ? "key " + source : "tag " + tag;
  }

  private static @Nullable String hashTag(String source) {
    Matcher tag = HASH_TAG.matcher(source);
    return tag.matches() ? tag.group(1) : null;
  }
}
