package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigResolver;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.io.File;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces {@code ${NAME}} by values of the file or, where it has none, of the environment. */
final class Environment implements ConfigResolver {
  private static final Pattern NAME = Pattern.compile("\\$\\{\\??([^}]*)}");

  /** The parser tells of one at a time, each after resolving everything anew. */
  private static final int MOST_REPORTED = 50;

  private final Map<String, String> variables;
  private final Sources sources;
  private final Map<String, String> asWritten = new HashMap<>();

  /** Missing ones that were reported; they stand for something so that others are found too. */
  private final Set<String> reported = new HashSet<>();

  Environment(Map<String, String> variables, Sources sources) {
    this.variables = variables;
    this.sources = sources;
  }

  @Override
  public @Nullable ConfigValue lookup(String path) {
    String name = asWritten(path);
    String value = variables.get(unquoted(name));
    if (value != null) {
      return ConfigValueFactory.fromAnyRef(value, "environment variable " + unquoted(name));
    }
    return reported.contains(name) ? ConfigValueFactory.fromAnyRef("", "unset") : null;
  }

  @Override
  public ConfigResolver withFallback(ConfigResolver fallback) {
    return this;
  }

  /** The fields without substitutions; where one cannot be made, the result is of no use. */
  ConfigObject resolve(ConfigObject root, boolean limitsAreNamed, File file, Problems problems) {
    ConfigResolveOptions options = ConfigResolveOptions.noSystem().appendResolver(this);
    while (true) {
      try {
        return new Resolution(options).of(root, limitsAreNamed);
      } catch (com.typesafe.config.ConfigException.UnresolvedSubstitution e) {
        if (!report(e, problems)) {
          return root;
        }
      } catch (com.typesafe.config.ConfigException e) {
        if (!reported.isEmpty()) {
          // what stands for a missing value may not fit where an object is wanted
          return root;
        }
        throw new FaultException(new SyntaxFault(sources).problem(file, e));
      } catch (StackOverflowError e) {
        throw Expansion.tooDeep(file, sources);
      }
    }
  }

  /** False when no more can be found. */
  private boolean report(
      com.typesafe.config.ConfigException.UnresolvedSubstitution e, Problems problems) {
    Place place = sources.place(e.origin());
    String message = String.valueOf(e.getMessage());
    Matcher found = NAME.matcher(message);
    String path = found.find() ? String.valueOf(found.group(1)) : "";
    if (path.isEmpty() || message.contains("part of a cycle of substitutions")) {
      problems.add(
          place, "a substitution ${...} refers to itself", "write the value itself in one place");
      return false;
    }
    String name = asWritten(path);
    List<Place> places = sources.placesOf("${" + name + "}");
    for (Place written : places.isEmpty() ? Collections.singletonList(place) : places) {
      problems.add(
          written,
          "${" + name + "} stands for nothing: no such environment variable, nor value in the file",
          "set " + name + " in the environment, or write ${?" + name + "} if it may be missing");
    }
    return reported.add(name) && reported.size() < MOST_REPORTED;
  }

  /** The environment variables without a value that an unresolved value refers to. */
  Set<String> unsetIn(ConfigValue unresolved) {
    Set<String> unset = new TreeSet<>();
    Matcher names = NAME.matcher(unresolved.render());
    while (names.find()) {
      String name = asWritten(String.valueOf(names.group(1)));
      if (!variables.containsKey(unquoted(name))) {
        unset.add(name);
      }
    }
    return unset;
  }

  /**
   * Without what the parser puts before a name in a file that is included within an object: there
   * {@code ${NAME}} becomes the path {@code ratelimit.limits.NAME}.
   */
  private String asWritten(String path) {
    return asWritten.computeIfAbsent(path, this::findAsWritten);
  }

  private String findAsWritten(String path) {
    String name = path;
    while (!isWritten(name) && name.indexOf('.') >= 0) {
      name = name.substring(name.indexOf('.') + 1);
    }
    return isWritten(name) ? name : path;
  }

  /** A name with other characters than letters, digits, - and _ is quoted in the file. */
  private static String unquoted(String name) {
    return name.length() > 2 && name.startsWith("\"") && name.endsWith("\"")
        ? name.substring(1, name.length() - 1)
        : name;
  }

  private boolean isWritten(String name) {
    for (String form : new String[] {"${%s}", "${?%s}", "${\"%s\"}", "${?\"%s\"}"}) {
      if (!sources.placesOf(form.replace("%s", name)).isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
