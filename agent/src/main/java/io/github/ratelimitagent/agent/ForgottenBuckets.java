package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.store.InProcessStore;

/**
 * Says when buckets in this process had to be forgotten because there were too many. Safe for many
 * threads.
 */
final class ForgottenBuckets {
  private final InProcessStore store;
  private final Log log;
  private long said;

  ForgottenBuckets(InProcessStore store, Log log) {
    this.store = store;
    this.log = log;
  }

  /** Says how many there were since it was last said, if there were any. */
  synchronized void say() {
    long forgotten = store.forgotten();
    if (forgotten > said) {
      log.warn(
          (forgotten - said)
              + " buckets that were not full were forgotten, and are full when their keys come again:"
              + " this process has room for "
              + store.size()
              + " (one for 2 KiB of heap). Give it more heap (-Xmx), or keys with fewer values, or"
              + " keep buckets in Redis");
      said = forgotten;
    }
  }
}
