package io.github.ratelimitagent.store.redis;

/**
 * Knows at which address a server is now. For the connecting thread of that server, but for {@link
 * #close()}.
 */
interface AddressSource {
  /**
   * The address. May block, at most until a moment of {@link System#nanoTime()}.
   *
   * @throws RedisFailure with a message for the operator
   */
  HostPort current(long deadlineNanos) throws RedisFailure;

  /** Ends an attempt under way. */
  void close();

  /** A server that stays where it is. */
  static AddressSource fixed(HostPort address) {
    return new AddressSource() {
      @Override
      public HostPort current(long deadlineNanos) {
        return address;
      }

      @Override
      public void close() {}
    };
  }
}
