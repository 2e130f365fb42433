package io.github.ratelimitagent.launch;

import java.io.File;

/**
 * Whether this JVM is one of the JDK's own tools, such as keytool or jcmd, which get the agent too
 * when it is set through {@code JAVA_TOOL_OPTIONS}. They are left alone.
 */
final class JdkTool {
  private static final String[] TOOL_PACKAGES = {"sun.", "com.sun.tools.", "jdk."};

  /** Compiles a source file and runs it: {@code java App.java}. */
  private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

  private JdkTool() {}

  static boolean isRunning() {
    return isTool(
        System.getProperty("sun.java.command", ""),
        System.getProperty("java.class.path", ""),
        System.getProperty("java.specification.version", ""));
  }

  /**
   * Whether a command line, as the JVM reports it, is that of a JDK tool: {@code
   * sun.tools.jcmd.JCmd} on 8, {@code jdk.jcmd/sun.tools.jcmd.JCmd} later. With {@code -jar} it
   * begins with the jar, whatever its name is, and so does the class path.
   */
  static boolean isTool(String command, String classPath, String javaVersion) {
    String main = command.split(" ", 2)[0];
    String firstOfPath = classPath.split(File.pathSeparator, 2)[0];
    if (main.endsWith(".jar")
        || main.startsWith(SOURCE_LAUNCHER)
        || (command + ' ').startsWith(firstOfPath + ' ')) {
      return false;
    }
    if (!javaVersion.startsWith("1.")) {
      // a tool's main class is named with its module
      return main.indexOf('/') > 0 && (main.startsWith("jdk.") || main.startsWith("java."));
    }
    for (String tools : TOOL_PACKAGES) {
      if (main.startsWith(tools)) {
        return true;
      }
    }
    return false;
  }
}
