package io.github.ratelimitagent.metrics;

/**
 * What is counted of one limit: every call that the limit concerned is counted once as allowed,
 * denied or bypassed. Safe for many threads; never blocks, never throws.
 */
public interface LimitMetrics {
  /** A call got its permits. */
  void allowed();

  /** A call that was allowed waited for its turn, this many microseconds. */
  void waited(long micros);

  /** A call was rejected by this limit. */
  void denied();

  /** A call went through unlimited because the store did not answer. */
  void bypassed();

  /** A call was not rejected because the limit only observes. Counted besides {@link #allowed}. */
  void observedDenial();

  /** The key, the permits or a condition could not be rendered, or the agent itself failed. */
  void fault();
}
