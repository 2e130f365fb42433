package io.github.ratelimitagent.limit.template;

import java.util.Collections;
import java.util.List;

/** One step of a path, after its head: {@code .id}, {@code .get("a")}, {@code [0]}. Immutable. */
final class Step {
  enum Kind {
    /** A property or map entry by name, or an index as in {@code items.0}. */
    NAME,
    CALL,
    INDEX,
    KEY
  }

  private final Kind kind;
  private final String name;
  private final int index;
  private final List<Object> literals;
  private final String text;

  private Step(Kind kind, String name, int index, List<Object> literals) {
    this.kind = kind;
    this.name = name;
    this.index = index;
    this.literals = literals;
    this.text = written();
  }

  static Step name(String name) {
    return new Step(Kind.NAME, name, 0, Collections.emptyList());
  }

  /** A call; its literals are {@code String}, {@code Integer} or {@code Long}. */
  static Step call(String name, List<Object> literals) {
    return new Step(Kind.CALL, name, 0, literals);
  }

  static Step index(int index) {
    return new Step(Kind.INDEX, "", index, Collections.emptyList());
  }

  static Step key(String key) {
    return new Step(Kind.KEY, key, 0, Collections.emptyList());
  }

  Kind kind() {
    return kind;
  }

  /** Name of the property or method, or the map key. */
  String name() {
    return name;
  }

  int index() {
    return index;
  }

  List<Object> literals() {
    return literals;
  }

  /** A call without the dot: {@code getHeader("X-Api-Key")}. */
  String callText() {
    return text.substring(1);
  }

  /** As it is written in a template, with double quotes; no two different steps look the same. */
  @Override
  public String toString() {
    return text;
  }

  private String written() {
    switch (kind) {
      case CALL:
        return writtenCall();
      case INDEX:
        return "[" + index + "]";
      case KEY:
        return "[" + quote(name) + "]";
      default:
        return "." + name;
    }
  }

  private String writtenCall() {
    StringBuilder call = new StringBuilder(".").append(name).append('(');
    String separator = "";
    for (Object literal : literals) {
      call.append(separator);
      call.append(literal instanceof String ? quote((String) literal) : literal);
      separator = ", ";
    }
    return call.append(')').toString();
  }

  private static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
