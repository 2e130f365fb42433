package java.lang;

/**
 * The one meeting point of limited methods and the agent, defined in {@code java.lang} because
 * every class loader delegates {@code java.*} to the boot loader.
 *
 * <p>Woven methods call the static methods; the agent's dispatcher is the handler. Only JDK types
 * cross this line, and the signatures are frozen: a class woven by one version of the agent must
 * find them in any other.
 */
public abstract class RateLimitGate {
  /** Null until the agent is ready and after it has stopped: every gate is then open. */
  private static volatile RateLimitGate handler;

  /** For the agent's subclass. */
  protected RateLimitGate() {}

  /**
   * A limited method is being entered.
   *
   * @param site the constant of this method, given when it was woven
   * @param self the receiver; null in static methods and constructors
   * @param args the arguments, or null where the limits of the site need none
   * @return null to run the body with nothing to do afterwards; anything else runs the body and
   *     goes to {@link #onExit} when it returns or throws
   * @throws Throwable the rejection
   */
  protected abstract Object onEnter(int site, Object self, Object[] args) throws Throwable;

  /** A limited method whose {@link #onEnter} answered {@code entered} has returned or thrown. */
  protected abstract void onExit(Object entered);

  /** Called by woven methods before their body. */
  public static Object enter(int site, Object self, Object[] args) throws Throwable {
    RateLimitGate current = handler;
    return current == null ? null : current.onEnter(site, self, args);
  }

  /** Called by woven methods after their body, with what {@link #enter} answered. */
  public static void exit(Object entered) {
    if (entered == null) {
      return;
    }
    RateLimitGate current = handler;
    if (current != null) {
      current.onExit(entered);
    }
  }

  /** Whether there is a handler now. */
  public static boolean isHandled() {
    return handler != null;
  }

  /** Makes {@code next} the handler if {@code expected} is it now; answers whether it did. */
  public static synchronized boolean replaceHandler(RateLimitGate expected, RateLimitGate next) {
    if (handler != expected) {
      return false;
    }
    handler = next;
    return true;
  }
}
