package io.github.ratelimitagent.limit.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Checks the steps of a path against declared types. */
final class StepBinder {
  private static final int NAMES_SHOWN = 10;
  private static final int NEAR_NAMES_SHOWN = 3;
  private static final String DID_YOU_MEAN = "; did you mean ";
  private static final List<String> NO_NUMBERS =
      Arrays.asList("boolean", "char", "java.lang.Boolean", "java.lang.Character");

  private final CallSignature signature;
  private final Consumer<String> warnings;

  /**
   * For expressions of one method.
   *
   * @param warnings told of what each call's object must have, since its declared type has not
   */
  StepBinder(CallSignature signature, Consumer<String> warnings) {
    this.signature = signature;
    this.warnings = warnings;
  }

  /** The type that a step leads to. */
  DeclaredType after(Expression expression, DeclaredType type, Step step)
      throws TemplateBindException {
    if (type.isOpaque()) {
      return type;
    }
    switch (step.kind()) {
      case CALL:
        return call(expression, type, step);
      case INDEX:
        return index(expression, type, step);
      case KEY:
        if (type.isMap()) {
          return type.element();
        }
        throw problem(expression, type.name() + " is not a map: write ." + step.name());
      default:
        return name(expression, type, step);
    }
  }

  private DeclaredType index(Expression expression, DeclaredType type, Step step)
      throws TemplateBindException {
    if (type.isList() || type.isArray()) {
      return type.element();
    }
    throw problem(
        expression,
        type.isMap()
            ? type.name() + " is a map: write the key in quotes, [\"" + step.index() + "\"]"
            : type.name() + " is neither a list nor an array and has no index");
  }

  private DeclaredType name(Expression expression, DeclaredType type, Step step)
      throws TemplateBindException {
    String name = step.name();
    if (Names.isIndex(name)) {
      return type.isMap()
          ? type.element()
          : index(expression, type, Step.index(Integer.parseInt(name)));
    }
    DeclaredType property =
        type.isMap() && Names.isGetterOfEveryMap(name) ? null : type.property(name);
    if (property != null) {
      return property;
    }
    if (type.isMap()) {
      return type.element();
    }
    if (type.isArray() && name.equals("length")) {
      return DeclaredType.opaque();
    }
    String problem = type.name() + " has no property '" + name + "'";
    if (type.call(name, 0) != null) {
      throw problem(expression, problem + ": write " + name + "() to call the method");
    }
    for (String method : type.methodNames()) {
      if (method.equalsIgnoreCase(name) && type.call(method, 0) != null) {
        throw problem(expression, problem + DID_YOU_MEAN + method + "()?");
      }
    }
    return lacking(expression, type, problem, meant(signature, name, type.propertyNames()));
  }

  /**
   * What a declared type lacks, the class of a call's object may have, unless the type can have no
   * subtypes, or has something of nearly that name.
   */
  private DeclaredType lacking(
      Expression expression, DeclaredType type, String problem, String meant)
      throws TemplateBindException {
    if (!type.mayHaveSubtypes() || meant.startsWith(DID_YOU_MEAN)) {
      throw problem(expression, problem + meant);
    }
    warnings.accept(
        expression.text()
            + ": "
            + problem
            + "; it is looked for in the class of each call's object, and a call whose object has"
            + " none is not limited unless on-redis-failure = deny");
    return DeclaredType.opaque();
  }

  private DeclaredType call(Expression expression, DeclaredType type, Step step)
      throws TemplateBindException {
    int count = step.literals().size();
    DeclaredType result = type.call(step.name(), count);
    if (result != null) {
      return result;
    }
    if (type.staticCall(step.name(), count) != null) {
      throw problem(
          expression,
          step.name() + " is static: write {" + type.name() + "." + step.callText() + "}");
    }
    return lacking(
        expression,
        type,
        type.name()
            + " has no method '"
            + step.name()
            + "' with "
            + arguments(count)
            + " that returns something",
        meant(signature, step.name(), type.methodNames()));
  }

  /** A key's value needs a text that is the same for equal values. */
  void checkText(Expression expression, DeclaredType type) throws TemplateBindException {
    if (type.isArray()) {
      throw problem(
          expression,
          type.name() + " is an array and has no text of its own: name an element, as in [0]");
    }
  }

  void checkNumber(Expression expression, DeclaredType type) throws TemplateBindException {
    String instead =
        type.isArray()
            ? ": write .length"
            : !type.isOpaque() && type.call("size", 0) != null ? ": write .size()" : "";
    if (!instead.isEmpty() || NO_NUMBERS.contains(type.name())) {
      throw problem(expression, type.name() + " is not a number" + instead);
    }
  }

  /** What a wrong name may have meant, or what there is. */
  static String meant(CallSignature signature, String wanted, Collection<String> known) {
    List<String> others = new ArrayList<>(known);
    // the exact name is among the methods when only its arguments differ
    others.removeAll(Collections.singleton(wanted));
    List<String> near = signature.nearest(wanted, others);
    if (!near.isEmpty()) {
      return DID_YOU_MEAN
          + String.join(" or ", near.subList(0, Math.min(NEAR_NAMES_SHOWN, near.size())))
          + "?";
    }
    return others.isEmpty() || others.size() > NAMES_SHOWN
        ? ""
        : "; it has " + String.join(", ", others);
  }

  static String arguments(int count) {
    return count == 0 ? "no arguments" : count == 1 ? "1 argument" : count + " arguments";
  }

  private static TemplateBindException problem(Expression expression, String problem) {
    return new TemplateBindException(expression, problem);
  }
}
