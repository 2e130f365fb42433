package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One object of the configuration, whose fields are those of a {@link Key.Scope}. */
final class Section {
  private final String path;
  private final ConfigObject object;
  private final Key.Scope scope;
  private final Sources sources;
  private final Problems problems;

  Section(String path, ConfigObject object, Key.Scope scope, Sources sources, Problems problems) {
    this.path = path;
    this.object = object;
    this.scope = scope;
    this.sources = sources;
    this.problems = problems;
  }

  Place place() {
    return sources.place(object.origin(), path);
  }

  void checkFields() {
    List<String> known = scope.fields();
    for (String field : object.keySet()) {
      if (!known.contains(field)) {
        // never its value: a misspelt field can hold a password
        problems.add(
            sources.place(object.get(field).origin()),
            path + " has an unknown field " + Shown.text(field),
            Suggestion.of(field, known, "fields"));
      }
    }
  }

  /** The name of the only field if it is an unknown one with fields of its own; else null. */
  @Nullable String onlyObject() {
    if (object.size() != 1) {
      return null;
    }
    String name = object.keySet().iterator().next();
    ConfigValue only = object.get(name);
    return only != null
            && only.valueType() == ConfigValueType.OBJECT
            && !scope.fields().contains(name)
        ? name
        : null;
  }

  void problem(String description, String advice) {
    problems.add(place(), path + " " + description, advice);
  }

  /** The field as it was written; null when it was not. */
  @Nullable Setting find(Key key) {
    ConfigValue value = object.get(key.field());
    return value == null || value.valueType() == ConfigValueType.NULL
        ? null
        : new Setting(path + "." + key.field(), value, sources, problems);
  }

  /** The field as it was written, else its default. */
  Setting get(Key key) {
    Setting written = find(key);
    if (written != null) {
      return written;
    }
    ConfigValue value = ConfigValueFactory.fromAnyRef(key.defaultText(), "default");
    return new Setting(path + "." + key.field(), value, sources, problems);
  }

  /** The field, which must be there; null after a problem. */
  @Nullable Setting require(Key key, String advice) {
    Setting written = find(key);
    if (written == null) {
      problem("has no " + key.field(), advice);
    }
    return written;
  }
}
