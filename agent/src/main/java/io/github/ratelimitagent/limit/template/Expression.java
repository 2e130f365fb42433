package io.github.ratelimitagent.limit.template;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands between braces in a template: where a value comes from. Immutable. */
final class Expression {
  enum Head {
    /** An argument by position. */
    POSITION,
    /** An argument by name, or the first part of a class name. */
    NAME,
    THIS,
    CLASS,
    METHOD
  }

  private final Head head;
  private final int position;
  private final String name;
  private final List<Step> steps;
  private final @Nullable String orElse;
  private final String text;

  private Expression(
      Head head,
      int position,
      String name,
      List<Step> steps,
      @Nullable String orElse,
      String text) {
    this.head = head;
    this.position = position;
    this.name = name;
    this.steps = steps;
    this.orElse = orElse;
    this.text = text;
  }

  static Expression ofPosition(int position) {
    return new Expression(
        Head.POSITION, position, String.valueOf(position), Collections.emptyList(), null, "");
  }

  static Expression ofName(String name) {
    return new Expression(headOf(name), 0, name, Collections.emptyList(), null, "");
  }

  private static Head headOf(String name) {
    switch (name) {
      case "this":
        return Head.THIS;
      case "class":
        return Head.CLASS;
      case "method":
        return Head.METHOD;
      default:
        return Head.NAME;
    }
  }

  Expression with(List<Step> otherSteps, @Nullable String otherOrElse, String otherText) {
    return new Expression(head, position, name, otherSteps, otherOrElse, otherText);
  }

  Head head() {
    return head;
  }

  int position() {
    return position;
  }

  /** The head as written. */
  String name() {
    return name;
  }

  List<Step> steps() {
    return steps;
  }

  /** What stands after {@code :-}. */
  @Nullable String orElse() {
    return orElse;
  }

  /** As written, with its braces. */
  String text() {
    return text;
  }

  /** As {@link #toString}, with a parameter's position in the place of its name. */
  String on(CallSignature signature) {
    List<String> names = head == Head.NAME ? signature.parameterNames() : null;
    int parameter = names == null ? -1 : names.indexOf(name);
    return plain(parameter < 0 ? name : String.valueOf(parameter));
  }

  /** In its plainest writing, with braces. */
  @Override
  public String toString() {
    return plain(name);
  }

  private String plain(String first) {
    StringBuilder plain = new StringBuilder("{").append(first);
    for (Step step : steps) {
      plain.append(step);
    }
    return plain.append(orElse == null ? "" : ":-" + orElse).append('}').toString();
  }
}
