package io.github.ratelimitagent.match;

import java.util.List;

/** Consecutive segments of a dotted name: what stands between two {@code ..}. Immutable. */
final class SegmentRun {
  private final NameGlob[] segments;

  SegmentRun(List<NameGlob> segments) {
    this.segments = segments.toArray(new NameGlob[0]);
  }

  /**
   * Matches from the segment that starts at {@code from}.
   *
   * @return where the next segment starts, {@code to + 1} when the name is used up, -1 for no match
   */
  int matchAt(String name, int from, int to) {
    int at = from;
    for (NameGlob segment : segments) {
      if (at > to) {
        return -1;
      }
      int end = segmentEnd(name, at, to);
      if (!segment.matches(name, at, end)) {
        return -1;
      }
      at = end + 1;
    }
    return at;
  }

  /** As {@link #matchAt}, at the first segment from {@code from} on where it matches. */
  int matchFrom(String name, int from, int to) {
    for (int at = from; at <= to; at = segmentEnd(name, at, to) + 1) {
      int next = matchAt(name, at, to);
      if (next >= 0) {
        return next;
      }
    }
    return -1;
  }

  /** Whether it matches the last segments, none of which starts before {@code from}. */
  boolean matchesEnd(String name, int from, int to) {
    int start = to + 1;
    for (int i = 0; i < segments.length; i++) {
      if (start <= 0) {
        return false;
      }
      start = name.lastIndexOf('.', start - 2) + 1;
    }
    return start >= from && matchAt(name, start, to) == to + 1;
  }

  private static int segmentEnd(String name, int from, int to) {
    int dot = name.indexOf('.', from);
    return dot < 0 || dot > to ? to : dot;
  }
}
