package io.github.ratelimitagent.launch;

import java.io.File;

/**
 * Whether this JVM runs a command of the agent's own jar, which gets the agent too when that is set
 * through {@code JAVA_TOOL_OPTIONS}, and is no application to be limited.
 */
final class OwnCommand {
  private OwnCommand() {}

  static boolean isRunning(File agentJar) {
    return isOf(
        agentJar,
        System.getProperty("sun.java.command", ""),
        System.getProperty("java.class.path", ""));
  }

  /**
   * With {@code -jar}, both the command line, as the JVM reports it, and the class path begin with
   * the jar as it was written.
   */
  static boolean isOf(File agentJar, String command, String classPath) {
    String main = classPath.split(File.pathSeparator, 2)[0];
    return !main.isEmpty()
        && (command + ' ').startsWith(main + ' ')
        && new File(main).getAbsoluteFile().equals(agentJar.getAbsoluteFile());
  }
}
