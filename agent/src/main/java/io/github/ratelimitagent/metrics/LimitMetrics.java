package io.github.ratelimitagent.metrics;

/**
 * What is counted of one limit: a call is counted once as allowed, denied, bypassed or free; one
 * that another limit of the same method denied is not counted. Safe for many threads; never blocks,
 * never throws.
 */
public interface LimitMetrics {
  /** A call got its permits. */
  void allowed();

  /** As many calls got their permits. */
  void allowed(long calls);

  /** A call that was allowed waited for its turn, this many microseconds. */
  void waited(long micros);

  /** A call was rejected by this limit. */
  void denied();

  /** A call was rejected because the store did not answer. Counted besides {@link #denied}. */
  void unanswered();

  /** A call went through unlimited because the store did not answer. */
  void bypassed();

  /**
   * This process's share of the limit decided, because the store did not answer. Counted besides
   * {@link #allowed} or {@link #denied}.
   */
  void fellBack(boolean allowed);

  /** A call was not rejected because the limit only observes. Counted besides {@link #allowed}. */
  void observedDenial();

  /** A call did not wait because the limit only observes. Counted besides {@link #allowed}. */
  void observedWait();

  /** A call asked for no permits. */
  void free();

  /** The key, the permits or a condition could not be rendered, or the agent itself failed. */
  void fault();
}
