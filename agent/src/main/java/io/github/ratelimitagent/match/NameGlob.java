package io.github.ratelimitagent.match;

/** One name in which {@code *} stands for any characters, none included. Immutable. */
final class NameGlob {
  private final String text;
  private final boolean exact;

  NameGlob(String text) {
    this.text = text;
    this.exact = text.indexOf('*') < 0;
  }

  boolean isExact() {
    return exact;
  }

  /** Whether it says anything about the name. */
  boolean constrains() {
    return Wildcards.constrains(text);
  }

  boolean matches(String name) {
    return matches(name, 0, name.length());
  }

  /**
   * Matches a region. On a mismatch only the last star is tried again, so this is quadratic at
   * worst.
   */
  boolean matches(String name, int from, int to) {
    if (exact) {
      return to - from == text.length() && name.startsWith(text, from);
    }
    int at = from;
    int here = 0;
    int star = -1;
    int afterStar = -1;
    while (at < to) {
      if (here < text.length() && text.charAt(here) == '*') {
        star = here++;
        afterStar = at;
      } else if (here < text.length() && text.charAt(here) == name.charAt(at)) {
        here++;
        at++;
      } else if (star >= 0) {
        here = star + 1;
        at = ++afterStar;
      } else {
        return false;
      }
    }
    while (here < text.length() && text.charAt(here) == '*') {
      here++;
    }
    return here == text.length();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NameGlob && text.equals(((NameGlob) other).text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
