package io.github.ratelimitagent.testapp.demo;

/** Whether the limiter gave what it had to give: no token too many, none too few. Immutable. */
final class Verdict {
  final boolean right;

  /** One sentence for a person, and what to look at when the verdict is bad. */
  final String text;

  private Verdict(boolean right, String text) {
    this.right = right;
    this.text = text;
  }

  static Verdict of(Run run) {
    long granted = run.granted();
    long most = most(run);
    long least = least(run);
    if (granted > most && granted == run.calls.size()) {
      return new Verdict(
          false, "WRONG: nothing was limited. Is the agent attached? Look for its messages above.");
    }
    if (granted > most) {
      return new Verdict(
          false,
          "WRONG: "
              + (granted - most)
              + " too many were granted. Did the agent let calls through because Redis was slow?"
              + " Look for its messages above.");
    }
    if (granted < least) {
      return new Verdict(
          false,
          "WRONG: "
              + (least - granted)
              + " too few were granted. Does something else use the same bucket?");
    }
    return new Verdict(
        true,
        granted == run.calls.size()
            ? "right: the bucket had enough for every call"
            : "right: every token of the bucket was given out once, whoever asked");
  }

  /** The theoretical bound. */
  static long most(Run run) {
    return run.bound.tokensWithin(run.lengthMicros());
  }

  /** What an exact limiter has given at least while somebody asked for more. */
  static long least(Run run) {
    return Math.min(run.calls.size(), run.bound.tokensWithin(run.surelyRefilledMicros()));
  }
}
