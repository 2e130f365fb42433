package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lays {@code -Dratelimit.*} over the file. */
final class Overrides {
  private static final String PREFIX = "ratelimit.";
  private static final String LIMITS = PREFIX + "limits.";
  private static final String REDIS = PREFIX + "redis.";
  private static final String STRICT = "ratelimit.strict";
  private static final List<String> SWITCHES = Arrays.asList("ratelimit.config", STRICT);

  /** What strict mode can be set to, in small letters; without a value it is on. */
  private static final List<String> YES_OR_NO =
      Arrays.asList("true", "yes", "on", "", "false", "no", "off");

  private static final List<Key> VALUES =
      Arrays.asList(Key.ENABLED, Key.MODE, Key.LOG_LEVEL, Key.SUMMARY_INTERVAL);

  private final Map<String, String> properties;
  private final Problems problems;

  Overrides(Map<String, String> properties, Problems problems) {
    this.properties = new TreeMap<>(properties);
    this.problems = problems;
  }

  ConfigObject over(ConfigObject ratelimit) {
    ConfigObject result = ratelimit;
    for (Map.Entry<String, String> property : properties.entrySet()) {
      String name = property.getKey();
      if (name.startsWith(LIMITS)) {
        result = overLimit(result, name, property.getValue());
      } else if (name.startsWith(REDIS)) {
        result = overRedis(result, name, property.getValue());
      } else if (isValue(name)) {
        String field = name.substring(PREFIX.length());
        result = result.withValue(field, value(name, property.getValue()));
      } else if (name.equals(STRICT)) {
        checkStrict(property.getValue());
      } else if (name.startsWith(PREFIX)) {
        warn(name);
      }
    }
    return result;
  }

  private void checkStrict(String value) {
    if (!YES_OR_NO.contains(value.trim().toLowerCase(Locale.ROOT))) {
      problems.add(
          Place.named("-D" + STRICT), "is " + Shown.text(value) + ": wanted true or false", "");
    }
  }

  private ConfigObject overLimit(ConfigObject ratelimit, String property, String value) {
    String rest = property.substring(LIMITS.length());
    int dot = rest.indexOf('.');
    String limit = dot < 0 ? rest : rest.substring(0, dot);
    String field = dot < 0 ? "" : rest.substring(dot + 1);
    ConfigObject limits = object(ratelimit, Key.LIMITS.field());
    ConfigObject fields = limits == null ? null : object(limits, limit);
    if (limits == null || fields == null) {
      unknown(
          property,
          "there is no limit " + Shown.text(limit),
          Suggestion.of(
              limit, limits == null ? Collections.<String>emptySet() : limits.keySet(), "limits"));
      return ratelimit;
    }
    if (!isField(property, field, Key.Scope.LIMIT)) {
      return ratelimit;
    }
    ConfigObject changed = fields.withValue(field, value(property, value));
    return ratelimit.withValue(Key.LIMITS.field(), limits.withValue(limit, changed));
  }

  private ConfigObject overRedis(ConfigObject ratelimit, String property, String value) {
    String field = property.substring(REDIS.length());
    if (!isField(property, field, Key.Scope.REDIS)) {
      return ratelimit;
    }
    ConfigObject redis = object(ratelimit, Key.REDIS.field());
    if (redis == null) {
      redis = ConfigValueFactory.fromMap(Collections.<String, Object>emptyMap(), "-D" + property);
    }
    return ratelimit.withValue(Key.REDIS.field(), redis.withValue(field, value(property, value)));
  }

  private boolean isField(String property, String field, Key.Scope scope) {
    if (field.equals(Key.WHEN.field()) || field.startsWith(Key.WHEN.field() + ".")) {
      unknown(property, "when cannot be set by a system property", "write it into the file");
      return false;
    }
    if (!scope.fields().contains(field)) {
      unknown(
          property,
          "unknown field " + Shown.text(field),
          Suggestion.of(field, scope.fields(), "fields"));
      return false;
    }
    return true;
  }

  private void unknown(String property, String description, String advice) {
    problems.add(Place.named("-D" + property), description, advice);
  }

  private void warn(String name) {
    if (!SWITCHES.contains(name)
        && !name.startsWith("ratelimit.test.")
        && !name.equals("ratelimit.agent.jar")) {
      problems.warn(Place.named("-D" + name), "unknown, has no effect", suggestion(name));
    }
  }

  /** A wrong first word in front of others, such as limit for limits. */
  private static String suggestion(String name) {
    int dot = name.indexOf('.', PREFIX.length());
    if (dot > 0) {
      List<String> near =
          Suggestion.names(
              name.substring(PREFIX.length(), dot),
              Arrays.asList(Key.LIMITS.field(), Key.REDIS.field()));
      if (!near.isEmpty()) {
        return "did you mean -D" + PREFIX + near.get(0) + name.substring(dot) + "?";
      }
    }
    return Suggestion.of(name, known(), "known ones");
  }

  /** One that can be set for all limits, by its name with _ for each dot and dash; or null. */
  static @Nullable String propertyLike(String name) {
    List<String> properties = known();
    for (String field : Key.Scope.REDIS.fields()) {
      properties.add(REDIS + field);
    }
    for (String property : properties) {
      if (property.replace('.', '_').replace('-', '_').equals(name)) {
        return property;
      }
    }
    return null;
  }

  /** Whether no field of the file does the same. */
  static boolean isSwitch(String property) {
    return SWITCHES.contains(property);
  }

  private static boolean isValue(String name) {
    for (Key key : VALUES) {
      if (key.path().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> known() {
    List<String> known = new java.util.ArrayList<>(SWITCHES);
    for (Key key : VALUES) {
      known.add(key.path());
    }
    return known;
  }

  private static ConfigValue value(String property, String value) {
    return ConfigValueFactory.fromAnyRef(value, "-D" + property);
  }

  /** Null when it is missing or no object, which is reported where it is read. */
  private static @Nullable ConfigObject object(ConfigObject parent, String field) {
    ConfigValue value = parent.get(field);
    return value != null && value.valueType() == ConfigValueType.OBJECT
        ? (ConfigObject) value
        : null;
  }
}
