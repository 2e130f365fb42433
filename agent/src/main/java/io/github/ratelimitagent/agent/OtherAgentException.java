package io.github.ratelimitagent.agent;

/** Another copy of the agent limits this JVM: one is enough. */
final class OtherAgentException extends RuntimeException {
  static final String MESSAGE =
      "a ratelimit agent limits this JVM already; this one stays off, and its configuration has no"
          + " effect (is -javaagent given twice, in JAVA_TOOL_OPTIONS too, or was one attached as well?)";

  private static final long serialVersionUID = 1L;

  OtherAgentException() {
    super(MESSAGE, null, false, false);
  }
}
