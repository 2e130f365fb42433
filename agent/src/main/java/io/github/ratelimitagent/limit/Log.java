package io.github.ratelimitagent.limit;

/**
 * Where the agent says things to the operator. Safe for many threads; never throws, never blocks
 * long.
 */
public interface Log {
  /** Something went as it should and is worth knowing. */
  void info(String message);

  /** Something needs the operator's attention; the application goes on. */
  void warn(String message);

  /** Blocks until what was said is written, a second at most: the JVM is about to end. */
  default void flush() {}
}
