package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.github.ratelimitagent.match.Wording;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One value with its path and place. Its readers report what does not fit and then return nothing,
 * so that reading goes on to the next problem.
 */
final class Setting {
  private final String path;
  private final ConfigValue value;
  private final Sources sources;
  private final Problems problems;
  private @Nullable Place place;

  Setting(String path, ConfigValue value, Sources sources, Problems problems) {
    this.path = path;
    this.value = value;
    this.sources = sources;
    this.problems = problems;
  }

  String path() {
    return path;
  }

  /** Looked for when it is asked for: most settings are in order, and there can be many. */
  Place place() {
    Place known = place;
    if (known == null) {
      known = isObject() ? sources.place(value.origin(), path) : sources.place(value.origin());
      place = known;
    }
    return known;
  }

  boolean isObject() {
    return value.valueType() == ConfigValueType.OBJECT;
  }

  boolean isOverride() {
    return place().toString().startsWith("-D");
  }

  /** Its text when it is a plain word, which is all that a choice can be; else empty. */
  String word() {
    return value.valueType() == ConfigValueType.STRING ? String.valueOf(value.unwrapped()) : "";
  }

  /** A problem that the message of the exception tells whole. */
  void fault(RuntimeException e) {
    problems.add(place(), path + ": " + e.getMessage(), "");
  }

  void problem(String description, String advice) {
    problems.add(place(), path + " " + description, advice);
  }

  void warning(String description, String advice) {
    problems.warn(place(), path + " " + description, advice);
  }

  /**
   * The fields of an object, whatever their names; null after a problem.
   *
   * @param advice what to write where it is no object
   */
  @Nullable Map<String, Setting> fields(String advice) {
    if (!checkObject(advice)) {
      return null;
    }
    Map<String, Setting> fields = new TreeMap<>();
    ConfigObject object = (ConfigObject) value;
    // not its entries, whose set wants the hash of all that is below them
    for (String name : object.keySet()) {
      fields.put(name, new Setting(path + "." + name, object.get(name), sources, problems));
    }
    return fields;
  }

  /** The object with the fields of {@code scope}; null after a problem. */
  @Nullable Section section(Key.Scope scope) {
    return checkObject("write " + field() + " { field = ... }")
        ? new Section(path, (ConfigObject) value, scope, sources, problems)
        : null;
  }

  private boolean checkObject(String advice) {
    if (!isObject()) {
      problem("is not an object: wanted fields in braces { }", advice);
    }
    return isObject();
  }

  /** The text of a single value, numbers as they were written; null after a problem. */
  @Nullable String text() {
    if (value.valueType() == ConfigValueType.OBJECT || value.valueType() == ConfigValueType.LIST) {
      problem(
          value.valueType() == ConfigValueType.LIST
              ? "is a list: wanted a single value"
              : "is an object in braces: wanted a single value",
          "write " + field() + " = ...; put a text with special characters into double quotes");
      return null;
    }
    if (value.valueType() == ConfigValueType.NULL) {
      problem("is null: wanted a value", "write null in double quotes if the word is meant");
      return null;
    }
    // Config's getString keeps the number's own text, where unwrapped() would round it
    return value.atKey("v").getString("v");
  }

  /** A value, or each one of a list; null after a problem. */
  @Nullable List<Setting> elements() {
    if (value.valueType() != ConfigValueType.LIST) {
      return Collections.singletonList(this);
    }
    List<Setting> elements = new ArrayList<>();
    for (ConfigValue element : (ConfigList) value) {
      elements.add(new Setting(path, element, sources, problems));
    }
    if (elements.isEmpty()) {
      problem("is an empty list: wanted at least one value", "write one, or leave the field out");
      return null;
    }
    return elements;
  }

  /** One of the words; null after a problem. */
  @Nullable String choice(List<String> choices) {
    String text = text();
    if (text == null || choices.contains(text)) {
      return text;
    }
    problem("is " + Shown.text(text) + ": wanted " + Wording.oneOf(choices), near(choices));
    return null;
  }

  private String near(List<String> choices) {
    String text = text();
    List<String> near =
        text == null ? Collections.<String>emptyList() : Suggestion.names(text, choices);
    return near.isEmpty() ? "" : "write " + field() + " = " + near.get(0);
  }

  /** Whether it says yes; false after a problem. */
  boolean isTrue() {
    String text = text();
    if (text == null) {
      return false;
    }
    switch (text.toLowerCase(Locale.ROOT)) {
      case "true":
      case "yes":
      case "on":
        return true;
      case "false":
      case "no":
      case "off":
        return false;
      default:
        problem("is " + Shown.text(text) + ": wanted true or false", "");
        return false;
    }
  }

  /** The last part of the path. */
  String field() {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
