package io.github.ratelimitagent.gate;

import org.jspecify.annotations.Nullable;

/** Decides the calls of woven methods. Implementations are safe for many threads. */
public interface CallHandler {
  /**
   * A limited method is being entered.
   *
   * @param site the constant of this method, given when it was woven
   * @param self the receiver; null in static methods and constructors
   * @param args the arguments, or null where the limits of the site need none
   * @return null to run the body with nothing to do afterwards; anything else runs the body and
   *     goes to {@link #onExit} when it returns or throws
   * @throws Throwable the rejection, and nothing else
   */
  @Nullable Object onEnter(int site, @Nullable Object self, Object @Nullable [] args)
      throws Throwable;

  /** A call whose {@link #onEnter} answered {@code entered} has returned or thrown. */
  void onExit(Object entered);
}
