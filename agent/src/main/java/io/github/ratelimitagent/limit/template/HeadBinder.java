package io.github.ratelimitagent.limit.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what the head of a path means: an argument, {@code this}, or a static call. */
final class HeadBinder {
  private final CallSignature signature;
  private final Accessors accessors;

  HeadBinder(CallSignature signature, Accessors accessors) {
    this.signature = signature;
    this.accessors = accessors;
  }

  Bound bind(Expression expression) throws TemplateBindException {
    switch (expression.head()) {
      case POSITION:
        return argument(expression, expression.position());
      case THIS:
        return self(expression);
      default:
        return named(expression);
    }
  }

  private Bound argument(Expression expression, int position) throws TemplateBindException {
    int count = signature.parameterCount();
    if (position >= count) {
      String has =
          count == 0 ? "no parameters" : count == 1 ? "one, {0}" : "{0} to {" + (count - 1) + "}";
      throw new TemplateBindException(
          expression, method() + " has no parameter " + position + ": it has " + has);
    }
    return new Bound(
        (self, arguments) -> arguments[position], signature.parameterType(position), 0, true);
  }

  private Bound self(Expression expression) throws TemplateBindException {
    if (signature.isConstructor()) {
      throw new TemplateBindException(
          expression,
          "the object does not exist yet when a constructor of "
              + signature.className()
              + " is called");
    }
    if (signature.isStatic()) {
      throw new TemplateBindException(
          expression, method() + " is static and has no object to read from");
    }
    return new Bound((self, arguments) -> self, signature.thisType(), 0, false);
  }

  private Bound named(Expression expression) throws TemplateBindException {
    List<String> names = signature.parameterNames();
    int position = names == null ? -1 : names.indexOf(expression.name());
    if (position >= 0) {
      return argument(expression, position);
    }
    int calls = firstCall(expression.steps());
    if (calls < 0) {
      throw new TemplateBindException(expression, noParameter(expression, names));
    }
    StringBuilder className = new StringBuilder(expression.name());
    for (Step step : expression.steps().subList(0, calls)) {
      className.append(step);
    }
    DeclaredType type = located(className);
    if (type == null) {
      throw new TemplateBindException(
          expression,
          noParameter(expression, names)
              + "; nor is there a class "
              + className
              + " to call"
              + nestedInstead(className.toString()));
    }
    return staticCall(expression, className.toString(), type, calls);
  }

  private Bound staticCall(Expression expression, String className, DeclaredType type, int calls)
      throws TemplateBindException {
    Step call = expression.steps().get(calls);
    DeclaredType result = type.staticCall(call.name(), call.literals().size());
    if (result == null) {
      throw new TemplateBindException(
          expression,
          className
              + " has no static method '"
              + call.name()
              + "' with "
              + StepBinder.arguments(call.literals().size())
              + " that returns something"
              + StepBinder.meant(signature, call.name(), type.methodNames()));
    }
    HeadReader reader =
        new StaticCallReader(className, call, expression, accessors, signature.loader());
    return new Bound(reader, result, calls + 1, false);
  }

  private @Nullable DeclaredType located(StringBuilder className) {
    DeclaredType type = signature.locate(className.toString());
    if (type == null && className.indexOf(".") < 0) {
      type = signature.locate("java.lang." + className);
      if (type != null) {
        className.insert(0, "java.lang.");
      }
    }
    return type;
  }

  /** A nested class that was written with dots, as in source text. */
  private String nestedInstead(String className) {
    String nested = className;
    for (int dot = nested.lastIndexOf('.'); dot > 0; dot = nested.lastIndexOf('.', dot)) {
      nested = nested.substring(0, dot) + "$" + nested.substring(dot + 1);
      if (signature.locate(nested) != null) {
        return "; did you mean " + nested + "?";
      }
    }
    return "";
  }

  private String noParameter(Expression expression, @Nullable List<String> names) {
    int count = signature.parameterCount();
    if (names == null && count > 0) {
      return "the class file of "
          + signature.className()
          + " has no parameter names (it was compiled without -g and -parameters): write "
          + (count == 1 ? "the position {0}" : "a position, {0} to {" + (count - 1) + "}");
    }
    String missing = method() + " has no parameter '" + expression.name() + "'";
    return names == null || names.isEmpty()
        ? missing + ": it has no parameters"
        : missing + StepBinder.meant(signature, expression.name(), names);
  }

  private String method() {
    return signature.isConstructor()
        ? "the constructor of " + signature.className()
        : signature.className() + "." + signature.methodName();
  }

  /** The first call that only names stand before, else -1. */
  private static int firstCall(List<Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.kind() == Step.Kind.CALL) {
        return i;
      }
      if (step.kind() != Step.Kind.NAME || Names.isIndex(step.name())) {
        return -1;
      }
    }
    return -1;
  }

  /** A head that knows its method. */
  static final class Bound {
    private final HeadReader reader;
    private final DeclaredType type;
    private final int consumed;
    private final boolean argument;

    Bound(HeadReader reader, DeclaredType type, int consumed, boolean argument) {
      this.reader = reader;
      this.type = type;
      this.consumed = consumed;
      this.argument = argument;
    }

    HeadReader reader() {
      return reader;
    }

    DeclaredType type() {
      return type;
    }

    /** How many steps of the path belong to the head. */
    int consumed() {
      return consumed;
    }

    boolean isArgument() {
      return argument;
    }
  }
}
