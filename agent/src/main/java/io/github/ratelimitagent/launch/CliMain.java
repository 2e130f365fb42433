package io.github.ratelimitagent.launch;

import java.io.File;
import java.lang.reflect.InvocationTargetException;

/** Where {@code java -jar ratelimit-agent.jar} enters: the command line, in the isolated loader. */
public final class CliMain {
  private static final String COMMANDS = "io.github.ratelimitagent.cli.RateLimitCommand";

  private CliMain() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) throws Exception {
    File jar = AgentJar.locate();
    ClassLoader isolated = IsolatedClassLoader.over(jar);
    Thread.currentThread().setContextClassLoader(isolated);
    Object exitCode;
    try {
      exitCode =
          Class.forName(COMMANDS, true, isolated)
              .getMethod("run", File.class, String[].class)
              .invoke(null, jar, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
    System.exit((Integer) exitCode);
  }
}
