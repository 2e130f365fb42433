package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigException.NotResolved;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.io.File;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How large a configuration becomes when its {@code ${...}} are replaced, found out before they
 * are: a few lines that name one another twice make more than any memory holds. Never less than it
 * really is, but for substitutions in a circle. For one thread.
 */
final class Expansion {
  /** Characters of all values with substitutions; room for ten thousand limits and more. */
  static final long MOST = 1 << 25;

  /** What an entry weighs besides its text. */
  private static final int ENTRY = 16;

  private final ConfigObject root;
  private final Map<String, String> variables;
  private final Sources sources;

  /** Those that are being measured have what they have come to so far. */
  private final Map<ConfigValue, Long> sizes = new IdentityHashMap<>();

  private long total;
  private boolean namesLimits;

  /**
   * @param root with substitutions
   * @param variables of the environment
   */
  Expansion(ConfigObject root, Map<String, String> variables, Sources sources) {
    this.root = root;
    this.variables = variables;
    this.sources = sources;
  }

  void check(File file) throws FaultException {
    if (root.toConfig().isResolved()) {
      return;
    }
    try {
      sizeOf(root);
    } catch (StackOverflowError e) {
      throw tooDeep(file, sources);
    }
  }

  /** Whether a substitution may stand for a limit or a field of one. */
  boolean namesLimits() {
    return namesLimits;
  }

  static FaultException tooDeep(File file, Sources sources) {
    return new FaultException(
        new Problem(sources.place(file, 0), "values are nested too deeply to be read", ""));
  }

  private long sizeOf(ConfigValue value) {
    Long known = sizes.get(value);
    if (known != null) {
      return known;
    }
    sizes.put(value, 0L);
    long size;
    try {
      size = ofPlain(value);
    } catch (NotResolved e) {
      size = ofUnresolved(value);
      total += size;
      if (total > MOST) {
        throw new FaultException(
            new Problem(
                sources.place(value.origin()),
                "the configuration becomes larger than "
                    + (MOST >> 20)
                    + " MiB here, by ${...} that stand for values which hold others more than once",
                "write the value itself, or fewer ${...}"));
      }
    }
    sizes.put(value, size);
    return size;
  }

  private long ofPlain(ConfigValue value) {
    long size = 0;
    if (value.valueType() == ConfigValueType.OBJECT) {
      ConfigObject object = (ConfigObject) value;
      for (String name : object.keySet()) {
        size += ENTRY + name.length() + sizeOf(member(object, name));
      }
    } else if (value.valueType() == ConfigValueType.LIST) {
      for (ConfigValue element : (ConfigList) value) {
        size += ENTRY + sizeOf(element);
      }
    } else {
      size = String.valueOf(value.unwrapped()).length();
    }
    return Math.min(size, MOST + 1);
  }

  private static ConfigValue member(ConfigObject object, String name) {
    ConfigValue member = object.get(name);
    if (member == null) {
      throw new IllegalStateException("a name of the object without a value");
    }
    return member;
  }

  /**
   * A value may be written several times; those with another one's fields add to it, and one that
   * names the value itself holds what was before.
   */
  private long ofUnresolved(ConfigValue value) {
    long size = 0;
    Written written = new Written(value.render(ConfigRenderOptions.concise()));
    while (written.next()) {
      long part = ENTRY + written.length();
      boolean ofItself = false;
      for (String path : written.paths()) {
        ConfigValue target = find(path);
        namesLimits |= path.contains("limits") || path.equals("ratelimit");
        ofItself |= target == value;
        part += target == value ? size : sizeOf(target, path);
      }
      size = Math.min(ofItself ? part : size + part, MOST + 1);
      sizes.put(value, size);
    }
    return size;
  }

  private long sizeOf(@Nullable ConfigValue target, String path) {
    if (target != null) {
      return sizeOf(target);
    }
    // in a file that is included within an object, the path has that object's in front
    long largest = 0;
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      String name = path.substring(dot + 1);
      ConfigValue found = find(name);
      largest = Math.max(largest, found == null ? ofVariable(name) : sizeOf(found));
    }
    return Math.max(largest, ofVariable(path));
  }

  private long ofVariable(String name) {
    String value = variables.get(name.replace("\"", ""));
    return value == null ? 0 : value.length();
  }

  /** Or the value with substitutions that it will be a part of. */
  private @Nullable ConfigValue find(String path) {
    List<String> names;
    try {
      names = ConfigUtil.splitPath(path);
    } catch (com.typesafe.config.ConfigException e) {
      return null;
    }
    ConfigValue value = root;
    for (String name : names) {
      try {
        if (value == null || value.valueType() != ConfigValueType.OBJECT) {
          return null;
        }
        value = ((ConfigObject) value).get(name);
      } catch (NotResolved e) {
        return value;
      }
    }
    return value;
  }
}
