package io.github.ratelimitagent.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException.NotResolved;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the substitutions of a configuration, those of its limits part by part: the parser takes
 * time that grows with the square of their number.
 */
final class Resolution {
  private static final int PART = 100;
  private static final String RATELIMIT = "ratelimit";
  private static final String LIMITS = "limits";

  private final ConfigResolveOptions options;

  Resolution(ConfigResolveOptions options) {
    this.options = options;
  }

  /**
   * The values in place of the substitutions.
   *
   * @param limitsAreNamed whether a substitution may stand for a limit or a field of one
   */
  ConfigObject of(ConfigObject root, boolean limitsAreNamed) {
    ConfigObject ratelimit = object(root, RATELIMIT);
    ConfigObject limits = ratelimit == null ? null : object(ratelimit, LIMITS);
    if (ratelimit == null || limits == null || limitsAreNamed || limits.size() <= PART) {
      return root.toConfig().resolve(options).root();
    }
    Config rest =
        root.withValue(RATELIMIT, ratelimit.withoutKey(LIMITS)).toConfig().resolve(options);
    ConfigObject resolved = (ConfigObject) rest.root().get(RATELIMIT);
    return resolved == null
        ? rest.root()
        : rest.root().withValue(RATELIMIT, resolved.withValue(LIMITS, parts(limits, rest)));
  }

  private ConfigObject parts(ConfigObject limits, Config rest) {
    Map<String, ConfigValue> all = new HashMap<>();
    Map<String, ConfigValue> part = new HashMap<>();
    for (String name : limits.keySet()) {
      part.put(name, limits.get(name));
      if (part.size() == PART) {
        all.putAll(resolved(part, rest));
        part.clear();
      }
    }
    all.putAll(resolved(part, rest));
    return object(all).withOrigin(limits.origin());
  }

  private ConfigObject resolved(Map<String, ConfigValue> part, Config rest) {
    return object(part).toConfig().resolveWith(rest, options).root();
  }

  private static ConfigObject object(Map<String, ConfigValue> fields) {
    return ConfigValueFactory.fromMap(fields);
  }

  /** Null when there is none, or an empty one, or it is put together by substitutions itself. */
  private static @Nullable ConfigObject object(ConfigObject parent, String field) {
    try {
      ConfigValue value = parent.get(field);
      if (value instanceof ConfigObject && !((ConfigObject) value).isEmpty()) {
        return (ConfigObject) value;
      }
    } catch (NotResolved e) {
      // by its nature, it cannot be taken apart
    }
    return null;
  }
}
