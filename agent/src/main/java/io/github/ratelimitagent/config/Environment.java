package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigResolver;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.io.File;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces {@code ${NAME}} by values of the file or, where it has none, of the environment. */
final class Environment implements ConfigResolver {
  private static final Pattern NAME = Pattern.compile("\\$\\{\\??([^}]*)}");

  private final Map<String, String> variables;

  /** Missing ones that were reported; they stand for something so that others are found too. */
  private final Set<String> reported = new HashSet<>();

  Environment(Map<String, String> variables) {
    this.variables = variables;
  }

  @Override
  public @Nullable ConfigValue lookup(String path) {
    String value = variables.get(name(path));
    if (value != null) {
      return ConfigValueFactory.fromAnyRef(value, "environment variable " + name(path));
    }
    return reported.contains(path) ? ConfigValueFactory.fromAnyRef("", "unset") : null;
  }

  @Override
  public ConfigResolver withFallback(ConfigResolver fallback) {
    return this;
  }

  /** The fields without substitutions; where one cannot be made, the result is of no use. */
  ConfigObject resolve(ConfigObject root, File file, Sources sources, Problems problems) {
    ConfigResolveOptions options = ConfigResolveOptions.noSystem().appendResolver(this);
    while (true) {
      try {
        return root.toConfig().resolve(options).root();
      } catch (com.typesafe.config.ConfigException.UnresolvedSubstitution e) {
        if (!report(e, sources, problems)) {
          return root;
        }
      } catch (com.typesafe.config.ConfigException e) {
        throw new FaultException(new SyntaxFault(sources).problem(file, e));
      } catch (StackOverflowError e) {
        throw new FaultException(
            new Problem(sources.place(file, 0), "values are nested too deeply to be read", ""));
      }
    }
  }

  /** False when no more can be found. */
  private boolean report(
      com.typesafe.config.ConfigException.UnresolvedSubstitution e,
      Sources sources,
      Problems problems) {
    Place place = sources.place(e.origin());
    String message = String.valueOf(e.getMessage());
    Matcher found = NAME.matcher(message);
    String path = found.find() ? String.valueOf(found.group(1)) : "";
    if (path.isEmpty() || message.contains("cycle")) {
      problems.add(
          place, "a substitution ${...} refers to itself", "write the value itself in one place");
      return false;
    }
    problems.add(
        place,
        "${" + path + "} stands for nothing: no such environment variable, nor value in the file",
        "set "
            + name(path)
            + " in the environment, or write ${?"
            + path
            + "} if it may be missing");
    return reported.add(path);
  }

  /** The environment variables without a value that an unresolved value refers to. */
  Set<String> unsetIn(ConfigValue unresolved) {
    Set<String> unset = new HashSet<>();
    Matcher names = NAME.matcher(unresolved.render());
    while (names.find()) {
      String name = name(String.valueOf(names.group(1)));
      if (!variables.containsKey(name)) {
        unset.add(name);
      }
    }
    return unset;
  }

  private static String name(String path) {
    try {
      List<String> parts = ConfigUtil.splitPath(path);
      return parts.size() == 1 ? parts.get(0) : path;
    } catch (com.typesafe.config.ConfigException e) {
      return path;
    }
  }
}
