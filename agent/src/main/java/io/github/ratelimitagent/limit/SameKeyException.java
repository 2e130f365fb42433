package io.github.ratelimitagent.limit;

/** Two limits of other figures rendered the same key in one call: which bucket is it? */
final class SameKeyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;

  SameKeyException(Claim a, Claim b) {
    super(
        "limits "
            + a.limit().name()
            + " ("
            + a.spec()
            + ") and "
            + b.limit().name()
            + " ("
            + b.spec()
            + ") render the same key in one call; put the limit's name into the key of one",
        null,
        false,
        false);
    this.key = a.key();
  }

  /** The rendered key, which may be a secret. */
  String key() {
    return key;
  }
}
