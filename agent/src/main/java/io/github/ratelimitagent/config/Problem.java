package io.github.ratelimitagent.config;

/**
 * One thing that is wrong in the configuration: where, what was seen and wanted, and what to do
 * next. Immutable. Holds no secret.
 */
public final class Problem implements Comparable<Problem> {
  private final Place place;
  private final String description;
  private final String advice;

  Problem(Place place, String description, String advice) {
    this.place = place;
    // whatever field an address with a password was written into by mistake
    this.description = Shown.withoutUserInfo(description);
    this.advice = Shown.withoutUserInfo(advice);
  }

  /** By place. */
  @Override
  public int compareTo(Problem other) {
    return place.compareTo(other.place);
  }

  /** Such as {@code limits.conf:12} or {@code -Dratelimit.mode}. */
  public String place() {
    return place.toString();
  }

  /** What was seen and what is wanted. */
  public String description() {
    return description;
  }

  /** What to do next; empty when the description says it. */
  public String advice() {
    return advice;
  }

  /** The place and the description, then further lines indented. */
  @Override
  public String toString() {
    String text = place + ": " + description + (advice.isEmpty() ? "" : "\n" + advice);
    return text.replace("\n", "\n    ");
  }
}
