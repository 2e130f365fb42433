package io.github.ratelimitagent.limit;

/** Two limits of other figures rendered the same key in one call: which bucket is it? */
final class SameKeyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SameKeyException(Limit a, Limit b) {
    super(
        "limits "
            + a.name()
            + " ("
            + a.spec()
            + ") and "
            + b.name()
            + " ("
            + b.spec()
            + ") render the same key in one call; put the limit's name into the key of one");
  }
}
