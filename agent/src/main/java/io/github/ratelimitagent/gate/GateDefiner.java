package io.github.ratelimitagent.gate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.security.ProtectionDomain;

/**
 * Defines {@link java.lang.RateLimitGate} in the boot loader, without touching the bootstrap search
 * path, which would cost the application its class-data sharing.
 *
 * <p>Must have run before a subclass of the gate links.
 */
public final class GateDefiner {
  private static final String GATE = "java.lang.RateLimitGate";

  private GateDefiner() {}

  /**
   * Defines the gate unless it is there already.
   *
   * @throws IllegalStateException if this JVM does not let it
   */
  public static void define(Instrumentation instrumentation) {
    if (isDefined()) {
      return;
    }
    byte[] bytes = gateClass();
    Modules modules = new Modules(instrumentation);
    try {
      if (modules.exist()) {
        modules.open(Object.class);
        Object lookup =
            MethodHandles.class
                .getMethod("privateLookupIn", Class.class, MethodHandles.Lookup.class)
                .invoke(null, Object.class, MethodHandles.lookup());
        MethodHandles.Lookup.class
            .getMethod("defineClass", byte[].class)
            .invoke(lookup, (Object) bytes);
      } else {
        defineWithUnsafe(bytes);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      if (isDefined()) {
        // another copy of the agent was quicker
        return;
      }
      throw new IllegalStateException(
          "this JVM ("
              + System.getProperty("java.version")
              + ") does not let the agent define "
              + GATE
              + ": "
              + e,
          e);
    }
  }

  /** Whether this JVM has the gate, of this agent or another copy of it. */
  public static boolean isDefined() {
    try {
      Class.forName(GATE, false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Java 8 only, where {@code Unsafe} still defines classes. */
  private static void defineWithUnsafe(byte[] bytes) throws ReflectiveOperationException {
    Class<?> unsafeType = Class.forName("sun.misc.Unsafe");
    Field field = unsafeType.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    unsafeType
        .getMethod(
            "defineClass",
            String.class,
            byte[].class,
            int.class,
            int.class,
            ClassLoader.class,
            ProtectionDomain.class)
        .invoke(field.get(null), GATE, bytes, 0, bytes.length, null, null);
  }

  private static byte[] gateClass() {
    String resource = GATE.replace('.', '/') + ".class";
    try (InputStream in = GateDefiner.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the agent's jar lacks " + resource);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      for (int n; (n = in.read(buffer)) > 0; ) {
        out.write(buffer, 0, n);
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("the agent's jar cannot be read: " + e, e);
    }
  }
}
