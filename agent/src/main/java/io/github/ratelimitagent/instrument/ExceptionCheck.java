package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.MethodModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the exception of a limit can be thrown, as far as class files tell. Immutable. */
final class ExceptionCheck {
  private static final List<List<String>> CONSTRUCTORS =
      Arrays.asList(
          Arrays.asList("java.lang.String", "java.lang.Throwable"),
          Arrays.asList("java.lang.String"),
          Arrays.<String>asList());

  private final String className;
  private final @Nullable ClassModel type;

  /** A nested class that was written as in source text, with a dot; else null. */
  private final @Nullable String nested;

  /** The class and its superclasses, the last of them {@code Object} unless one is missing. */
  private final List<String> chain = new ArrayList<>();

  private ExceptionCheck(String className, ClassFiles files) {
    this.className = className;
    this.type = files.findReadable(className);
    this.nested = type == null ? nested(className, files) : null;
    String next = type == null ? null : className;
    // a broken class file may make a class its own superclass
    while (next != null && !chain.contains(next)) {
      chain.add(next);
      ClassModel model = files.findReadable(next);
      next = model == null ? null : model.superName();
    }
  }

  private static @Nullable String nested(String className, ClassFiles files) {
    String name = className;
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot)) {
      name = name.substring(0, dot) + '$' + name.substring(dot + 1);
      if (files.findReadable(name) != null) {
        return name;
      }
    }
    return null;
  }

  /** Null if the limit has no exception of its own. */
  static @Nullable ExceptionCheck of(CoveredLimit covered, ClassFiles files) {
    String className = covered.limit().exceptionClass();
    return className == null ? null : new ExceptionCheck(className, files);
  }

  /** Why RateLimitExceededException would be thrown instead, or null. */
  @Nullable String problem() {
    String reason = reason();
    return reason == null
        ? null
        : "exception = \""
            + className
            + "\" "
            + reason
            + "; RateLimitExceededException would be thrown instead";
  }

  private @Nullable String reason() {
    ClassModel found = type;
    if (found == null) {
      return "is not on the class path" + (nested == null ? "" : "; did you mean " + nested + "?");
    }
    if (!is("java.lang.Throwable")) {
      return is("java.lang.Object") ? "is not an exception" : null;
    }
    if (found.isAbstract()) {
      return "is abstract";
    }
    for (MethodModel method : found.methods()) {
      if (method.isConstructor() && CONSTRUCTORS.contains(method.parameterTypes())) {
        return null;
      }
    }
    return "has no constructor (String, Throwable), (String) or ()";
  }

  /** A warning about a checked exception that the method does not declare; else null. */
  @Nullable String warning(MethodModel method) {
    return isUndeclared(method)
        ? "does not declare " + className + ", a checked exception: its callers do not expect it"
        : null;
  }

  private boolean isUndeclared(MethodModel method) {
    if (!is("java.lang.Throwable") || is("java.lang.RuntimeException") || is("java.lang.Error")) {
      return false;
    }
    for (String declared : method.exceptions()) {
      if (is(declared)) {
        return false;
      }
    }
    return true;
  }

  private boolean is(String name) {
    return chain.contains(name);
  }
}
