package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.List;

/**
 * Which binary class names are meant: {@code *} within a segment, {@code ..} for any number of
 * segments, none included. A lone {@code *} is every class, and a leading {@code *..} any package,
 * the unnamed one included. Matching allocates nothing. Immutable.
 */
final class ClassNamePattern {
  private static final String ANY = "*";
  private static final String ANY_PACKAGE = "*..";

  private final String text;
  private final boolean exact;

  /** What every matching name starts with. */
  private final String prefix;

  /** The parts between {@code ..}: the first at the start of the name, the last at its end. */
  private final SegmentRun[] runs;

  /** The text is one that {@link NameParser} has accepted. */
  ClassNamePattern(String text) {
    this.text = text;
    int star = text.indexOf('*');
    int gap = text.indexOf("..");
    this.exact = star < 0 && gap < 0;
    this.prefix = text.substring(0, least(star, gap < 0 ? gap : gap + 1, text.length()));
    this.runs = runs(text);
  }

  private static int least(int a, int b, int otherwise) {
    return Math.min(a < 0 ? otherwise : a, b < 0 ? otherwise : b);
  }

  private static SegmentRun[] runs(String text) {
    List<SegmentRun> runs = new ArrayList<>();
    List<NameGlob> run = new ArrayList<>();
    int from = 0;
    if (text.startsWith(ANY_PACKAGE)) {
      from = ANY_PACKAGE.length();
      runs.add(new SegmentRun(run));
    }
    while (true) {
      int dot = text.indexOf('.', from);
      run.add(new NameGlob(text.substring(from, dot < 0 ? text.length() : dot)));
      boolean gap = dot >= 0 && text.charAt(dot + 1) == '.';
      if (gap || dot < 0) {
        runs.add(new SegmentRun(run));
        run = new ArrayList<>();
      }
      if (dot < 0) {
        return runs.toArray(new SegmentRun[0]);
      }
      from = dot + (gap ? 2 : 1);
    }
  }

  boolean isExact() {
    return exact;
  }

  /** Whether it is a lone {@code *}. */
  boolean isAny() {
    return text.equals(ANY);
  }

  boolean hasPackage() {
    return text.indexOf('.') >= 0;
  }

  /** The fixed start of every name that matches, such as {@code com.acme.}. */
  String prefix() {
    return prefix;
  }

  boolean matches(String name) {
    return matches(name, name.length());
  }

  /** Matches the name up to {@code end}. */
  boolean matches(String name, int end) {
    if (exact) {
      return end == text.length() && name.startsWith(text);
    }
    if (!name.startsWith(prefix)) {
      return false;
    }
    if (isAny()) {
      return true;
    }
    int at = runs[0].matchAt(name, 0, end);
    for (int i = 1; i < runs.length - 1 && at >= 0; i++) {
      at = runs[i].matchFrom(name, at, end);
    }
    if (at < 0) {
      return false;
    }
    return runs.length == 1 ? at == end + 1 : runs[runs.length - 1].matchesEnd(name, at, end);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassNamePattern && text.equals(((ClassNamePattern) other).text);
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
