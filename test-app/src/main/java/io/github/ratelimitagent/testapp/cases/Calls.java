package io.github.ratelimitagent.testapp.cases;

/** Calls something many times and says how many calls went through. */
final class Calls {
  private Calls() {}

  /** Something that may be rejected. */
  interface Attempt {
    void run() throws Throwable;
  }

  /** How many of so many attempts were not rejected; anything but a rejection goes on. */
  static int allowed(int attempts, Attempt attempt) throws Throwable {
    int allowed = 0;
    for (int i = 0; i < attempts; i++) {
      try {
        attempt.run();
        allowed++;
      } catch (RuntimeException e) {
        if (!e.getClass().getSimpleName().equals("RateLimitExceededException")) {
          throw e;
        }
      }
    }
    return allowed;
  }

  /** Prints one line {@code name=allowed}. */
  static void print(String name, int attempts, Attempt attempt) throws Throwable {
    System.out.println(name + "=" + allowed(attempts, attempt));
  }
}
