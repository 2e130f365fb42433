package io.github.ratelimitagent.gate;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens packages of named modules to the agent and to nobody else. Reflective, because the jar runs
 * on Java 8, where there are no modules and nothing to open.
 */
public final class Modules {
  private final Instrumentation instrumentation;
  private final @Nullable Method getModule;

  /** Blocks never; throws nothing. */
  public Modules(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    this.getModule = methodOrNull(Class.class, "getModule");
  }

  boolean exist() {
    return getModule != null;
  }

  /**
   * Opens the package of {@code type} to the module of this class. That module must be the isolated
   * loader's: the launcher's unnamed module is the application's as well.
   *
   * @throws IllegalStateException if the JVM refuses
   */
  public void open(Class<?> type) {
    if (getModule == null || type.isPrimitive() || type.isArray()) {
      return;
    }
    String name = type.getName();
    String packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    try {
      Object theirs = getModule.invoke(type);
      Object ours = getModule.invoke(Modules.class);
      Class<?> moduleType = getModule.getReturnType();
      if (!(Boolean) moduleType.getMethod("isNamed").invoke(theirs)) {
        return;
      }
      // also if it is open: up to Java 15 everything is, and using that prints a warning
      Map<String, Set<Object>> opens =
          Collections.singletonMap(packageName, Collections.singleton(ours));
      Instrumentation.class
          .getMethod(
              "redefineModule", moduleType, Set.class, Map.class, Map.class, Set.class, Map.class)
          .invoke(
              instrumentation,
              theirs,
              Collections.emptySet(),
              Collections.emptyMap(),
              opens,
              Collections.emptySet(),
              Collections.emptyMap());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("package " + packageName + " cannot be opened: " + e, e);
    }
  }

  private static @Nullable Method methodOrNull(Class<?> type, String name) {
    try {
      return type.getMethod(name);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
