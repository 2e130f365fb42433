package io.github.ratelimitagent.limit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sites by their number, which is a constant in the woven method. Reading takes no lock; safe
 * for many threads.
 */
public final class SiteTable {
  private volatile @Nullable Site[] sites = new @Nullable Site[16];

  /** The site of that number; null if there is none, or none any more. */
  @Nullable Site get(int number) {
    @Nullable Site[] current = sites;
    return number >= 0 && number < current.length ? current[number] : null;
  }

  /** Sets or, with null, clears a site. */
  public synchronized void put(int number, @Nullable Site site) {
    // A reader that meets the site early sees it complete, for all its fields are final. Copied
    // only
    // when it is full, or ten thousand sites would be copied ten thousand times.
    @Nullable Site[] current = sites;
    @Nullable Site[] next =
        number < current.length ? current : Arrays.copyOf(current, (number + 1) * 3 / 2);
    next[number] = site;
    // volatile, also when it is the same array: from here on every reader sees the site
    sites = next;
  }
}
