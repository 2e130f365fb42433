package io.github.ratelimitagent.instrument;

/**
 * Is told what weaving meets for the first time, each once, on the thread that loads the class: to
 * be quick.
 */
public interface WeavingListener {
  /** A class that may be limited is about to be looked at. */
  default void firstCandidate() {}

  /** A limited class has been woven. */
  default void firstWoven() {}
}
