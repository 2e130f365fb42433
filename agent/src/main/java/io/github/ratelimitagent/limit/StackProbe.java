package io.github.ratelimitagent.limit;

/**
 * Uses a piece of the stack and gives it back, so that a stack that is nearly at its end overflows
 * here and not in what follows.
 *
 * <p>An application may call a limited method at the very end of its stack. An overflow between
 * taking something and giving it back, or within the giving back, would lose it for ever: a lock, a
 * connection. What cannot bear that probes before it takes anything.
 */
public final class StackProbe {
  private StackProbe() {}

  /**
   * Returns if so much stack is left; costs about a nanosecond a frame.
   *
   * @param frames of at least 100 bytes each, compiled or not; a call of ours needs hardly more
   * @throws StackOverflowError if it is not
   */
  public static void touch(int frames) {
    descend(frames);
  }

  /** Adds to what the call answers, so that no compiler can make it a loop. */
  private static long descend(int frames) {
    if (frames > 0) {
      return descend(frames - 1) + 1;
    }
    return widen(
        3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0);
  }

  /**
   * Calls itself three times, for two of them may be inlined. A compiled frame has room for the
   * arguments of each call that its method may make: with this one in it the frames of {@link
   * #descend} are as large as interpreted ones, and only the last has to fill it.
   */
  private static long widen(
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m,
      long n,
      long o,
      long p,
      long q,
      long r,
      long s,
      long t,
      long u,
      long v,
      long w,
      long x,
      long y,
      long z,
      long aa,
      long ab,
      long ac,
      long ad,
      long ae,
      long af) {
    return a == 0
        ? a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w
            + x + y + z + aa + ab + ac + ad + ae + af
        : widen(
            a - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
            ab, ac, ad, ae, af);
  }
}
