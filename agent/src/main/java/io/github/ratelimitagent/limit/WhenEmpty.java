package io.github.ratelimitagent.limit;

/** What a call does when its bucket does not hold the permits. */
public enum WhenEmpty {
  /** The call throws. */
  THROW,
  /** The call waits its reserved turn, at most the limit's max-wait; past that it throws. */
  BLOCK
}
