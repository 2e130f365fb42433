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
    start(argument, instrumentation);
  }

  /** Entered when the agent is attached to a running JVM. */
  public static void agentmain(String argument, Instrumentation instrumentation) {
    start(argument, instrumentation);
  }

  private static void start(String argument, Instrumentation instrumentation) {
    if (JdkTool.isRunning()) {
      return;
    }
    Throwable failure;
    try {
      File jar = AgentJar.locate();
      Class<?> start = Class.forName(START, true, IsolatedClassLoader.over(jar));
      start
          .getMethod("start", String.class, Instrumentation.class, File.class)
          .invoke(null, argument, instrumentation, jar);
      return;
    } catch (InvocationTargetException e) {
      failure = e.getTargetException();
    } catch (Throwable e) {
      failure = e;
    }
    // where the agent has said all there is to say, its exception has no stack
    boolean said = failure.getStackTrace().length == 0;
    String what = said ? String.valueOf(failure.getMessage()) : failure.toString();
    if (Boolean.getBoolean("ratelimit.strict")) {
      // said first: what the JVM prints of the exception is long, and its end is about the JVM
      System.err.println("[ratelimit-agent] ERROR " + StartRefused.REFUSED + what);
      throw new StartRefused(what, said ? null : failure);
    }
    System.err.println(
        "[ratelimit-agent] ERROR the agent did not start; the application starts without limits: "
            + what);
  }

  /** In strict mode, stops the JVM's start. The JVM prints it. */
  private static final class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final String REFUSED =
        "the agent did not start, and so the JVM does not (-Dratelimit.strict=true): ";

    StartRefused(String message, @Nullable Throwable cause) {
      // the place in our code says nothing to an operator
      super(REFUSED + message, cause, false, false);
    }
  }
}
