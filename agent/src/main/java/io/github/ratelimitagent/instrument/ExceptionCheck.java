package io.github.ratelimitagent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** Whether the exception of a limit can be thrown, as far as class files tell. Immutable. */
final class ExceptionCheck {
  private static final List<List<String>> CONSTRUCTORS =
      Arrays.asList(
          Arrays.asList("java.lang.String", "java.lang.Throwable"),
          Arrays.asList("java.lang.String"),
          Arrays.<String>asList());

  private final String className;
  private final @Nullable TypeDescription type;

  /** The class and its superclasses, the last of them {@code Object} unless one is missing. */
  private final List<String> chain = new ArrayList<>();

  private ExceptionCheck(String className, TypePool pool) {
    this.className = className;
    TypePool.Resolution found = pool.describe(className);
    this.type = found.isResolved() ? found.resolve() : null;
    for (TypeDescription next = type; next != null; next = PoolTypeView.superClass(next)) {
      // a broken class file may make a class its own superclass
      if (chain.contains(next.getName())) {
        break;
      }
      chain.add(next.getName());
    }
  }

  /** Null if the limit has no exception of its own. */
  static @Nullable ExceptionCheck of(CoveredLimit covered, ClassFiles files) {
    String className = covered.limit().exceptionClass();
    return className == null ? null : new ExceptionCheck(className, files.pool());
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
    TypeDescription found = type;
    if (found == null) {
      return "is not on the class path";
    }
    if (!is("java.lang.Throwable")) {
      return is("java.lang.Object") ? "is not an exception" : null;
    }
    if (found.isAbstract()) {
      return "is abstract";
    }
    for (MethodDescription.InDefinedShape method : found.getDeclaredMethods()) {
      if (method.isConstructor()
          && CONSTRUCTORS.contains(new PoolMethodView(method).parameterTypes())) {
        return null;
      }
    }
    return "has no constructor (String, Throwable), (String) or ()";
  }

  /** Whether it is a checked exception that the method does not declare. */
  boolean isUndeclared(MethodDescription.InDefinedShape method) {
    if (!is("java.lang.Throwable") || is("java.lang.RuntimeException") || is("java.lang.Error")) {
      return false;
    }
    for (TypeDescription declared : method.getExceptionTypes().asErasures()) {
      if (is(declared.getName())) {
        return false;
      }
    }
    return true;
  }

  private boolean is(String name) {
    return chain.contains(name);
  }
}
