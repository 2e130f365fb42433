package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The section {@code ratelimit} of a file, with everything replaced that stands for something. */
final class Document {
  private static final String ROOT = "ratelimit";
  private static final String EXAMPLE =
      "write ratelimit { limits { my-limit { method = \"com.acme.PaymentService.charge(..)\","
          + " capacity = 10, refill = 5/s } } }";

  private final ConfigObject ratelimit;
  private final Set<String> unsetInUri;

  private Document(ConfigObject ratelimit, Set<String> unsetInUri) {
    this.ratelimit = ratelimit;
    this.unsetInUri = unsetInUri;
  }

  static Document read(File file, Map<String, String> variables, Sources sources, Problems problems)
      throws ConfigException {
    ConfigObject parsed = new HoconFiles(sources).parse(file);
    Expansion expansion = new Expansion(parsed, variables, sources);
    expansion.check(file);
    Environment environment = new Environment(variables, sources);
    ConfigObject resolved = environment.resolve(parsed, expansion.namesLimits(), file, problems);
    problems.throwIfAny(file.getPath());
    ConfigValue ratelimit = resolved.get(ROOT);
    if (ratelimit == null || ratelimit.valueType() != ConfigValueType.OBJECT) {
      throw new FaultException(missing(file, resolved, sources));
    }
    checkOthers(resolved, sources, problems);
    return new Document((ConfigObject) ratelimit, unset(parsed, environment));
  }

  ConfigObject ratelimit() {
    return ratelimit;
  }

  /** The variables without a value that the address of Redis refers to. */
  Set<String> unsetInUri() {
    return unsetInUri;
  }

  /** Other names are the user's own, for substitutions, unless they look like one of ours. */
  private static void checkOthers(ConfigObject root, Sources sources, Problems problems) {
    for (String name : root.keySet()) {
      ConfigValue other = root.get(name);
      if (name.equals(ROOT) || other == null) {
        continue;
      }
      boolean misplaced = Key.Scope.ALL.fields().contains(name);
      boolean misspelt = !Suggestion.names(name, Collections.singleton(ROOT)).isEmpty();
      if (misplaced || misspelt) {
        problems.add(
            sources.place(other.origin()),
            Shown.text(name) + " stands outside of ratelimit and would have no effect",
            misplaced ? "put it into ratelimit { }" : "did you mean ratelimit?");
      }
    }
  }

  private static Problem missing(File file, ConfigObject root, Sources sources) {
    if (root.isEmpty()) {
      return new Problem(sources.place(file, 0), "the configuration is empty", EXAMPLE);
    }
    List<String> names = new ArrayList<>(root.keySet());
    Collections.sort(names);
    List<String> near = Suggestion.names(ROOT, names);
    String advice = EXAMPLE;
    ConfigValue written = root.get(near.isEmpty() ? ROOT : near.get(0));
    if (!near.isEmpty()) {
      advice = "write ratelimit instead of " + near.get(0);
    } else if (names.contains(Key.LIMITS.field())) {
      advice = "put everything into ratelimit { }";
      written = root.get(Key.LIMITS.field());
    }
    return new Problem(
        written == null ? sources.place(file, 0) : sources.place(written.origin()),
        root.containsKey(ROOT)
            ? "ratelimit is not an object: wanted fields in braces { }"
            : "there is no section ratelimit",
        advice);
  }

  private static Set<String> unset(ConfigObject parsed, Environment environment) {
    try {
      ConfigValue value = parsed;
      for (String field : Arrays.asList(ROOT, Key.REDIS.field(), Key.URI.field())) {
        value = field(value, field);
      }
      return value == null ? Collections.<String>emptySet() : environment.unsetIn(value);
    } catch (com.typesafe.config.ConfigException.NotResolved e) {
      // the section is itself put together by substitutions
      return Collections.emptySet();
    }
  }

  private static @Nullable ConfigValue field(@Nullable ConfigValue parent, String name) {
    return parent instanceof ConfigObject ? ((ConfigObject) parent).get(name) : null;
  }
}
