package io.github.ratelimitagent.launch;

/**
 * Whether this JVM is one of the JDK's own tools, such as keytool or jcmd, which get the agent too
 * when it is set through {@code JAVA_TOOL_OPTIONS}. They are left alone.
 */
final class JdkTool {
  private static final String[] TOOL_PACKAGES = {"sun.", "com.sun.tools.", "jdk."};

  private JdkTool() {}

  static boolean isRunning() {
    return isTool(System.getProperty("sun.java.command", ""));
  }

  /**
   * Whether a command line, as the JVM reports it, is that of a JDK tool: {@code
   * sun.tools.jcmd.JCmd} on 8, {@code jdk.jcmd/sun.tools.jcmd.JCmd} later.
   */
  static boolean isTool(String command) {
    String main = command.split(" ", 2)[0];
    String className = main.substring(main.indexOf('/') + 1);
    boolean inJdkModule =
        main.startsWith("jdk.") && main.indexOf('/') > 0 || main.startsWith("java.base/");
    for (String tools : TOOL_PACKAGES) {
      if (inJdkModule || className.startsWith(tools)) {
        return true;
      }
    }
    return false;
  }
}
