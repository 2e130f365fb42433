package io.github.ratelimitagent.launch;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM enters the agent. Does nothing but make the isolated class loader and hand over to
 * the class that starts the agent in it.
 *
 * <p>Everything here is visible to the application, so it uses the JDK only, and of that only what
 * is safe before {@code main}: no logging, no JMX, no NIO file systems, nothing on stdout.
 */
public final class AgentMain {
  private static final String START = "io.github.ratelimitagent.agent.AgentStart";

  private AgentMain() {}

  /** Entered for {@code -javaagent}, before the application's main. */
  public static void premain(String argument, Instrumentation instrumentation) {
    String problem = start(argument, instrumentation);
    if (problem == null) {
      return;
    }
    if (!Strict.isOn()) {
      say("the agent did not start; the application starts without limits: " + problem);
      return;
    }
    say(
        "the agent did not start, and so the JVM does not (-D"
            + Strict.PROPERTY
            + "=true): "
            + problem);
    // an exception would make the JVM abort, with native frames and a core dump; there is no
    // application yet whose shutdown hooks an exit would have to run
    Runtime.getRuntime().halt(1);
  }

  /**
   * Entered when the agent is attached to a running JVM, which it never ends.
   *
   * @throws IllegalStateException in strict mode, for who attaches
   */
  public static void agentmain(String argument, Instrumentation instrumentation) {
    String problem = start(argument, instrumentation);
    if (problem == null) {
      return;
    }
    say("the agent did not start; the application goes on as before: " + problem);
    if (Strict.isOn()) {
      throw new IllegalStateException("the agent did not start; its line on stderr says why");
    }
  }

  /** Why it did not start, or null. */
  private static @Nullable String start(String argument, Instrumentation instrumentation) {
    Throwable failure;
    try {
      if (JdkTool.isRunning()) {
        return null;
      }
      File jar = AgentJar.locate();
      if (OwnCommand.isRunning(jar)) {
        return null;
      }
      Class<?> start = Class.forName(START, true, IsolatedClassLoader.over(jar));
      start
          .getMethod("start", String.class, Instrumentation.class, File.class, boolean.class)
          .invoke(null, argument, instrumentation, jar, Strict.isOn());
      return null;
    } catch (InvocationTargetException e) {
      failure = e.getTargetException();
    } catch (Throwable e) {
      failure = e;
    }
    if (failure instanceof SecurityException) {
      return failure + "; a security policy must grant the agent's jar AllPermission";
    }
    // where the agent has said all there is to say, its exception has no stack
    return failure.getStackTrace().length == 0
        ? String.valueOf(failure.getMessage())
        : failure.toString();
  }

  /** Of several lines each begins the same, so that what picks the agent's lines has them all. */
  private static void say(String lines) {
    System.err.println("[ratelimit-agent] ERROR " + lines.replace("\n", "\n[ratelimit-agent] "));
    System.err.flush();
  }
}
