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
    // swapped whole, so that a thread that reads sees the site complete or not at all
    @Nullable Site[] next = Arrays.copyOf(sites, Math.max(sites.length, (number + 1) * 3 / 2));
    next[number] = site;
    sites = next;
  }
}
