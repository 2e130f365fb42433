package io.github.ratelimitagent.store.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which requests wait, which are under way, and which leads the next batch. Safe for many threads;
 * blocks for its own monitor only, which the JVM itself gives back: it may drop the frames of a
 * thread that is out of memory without their {@code finally}, and nobody would ever get a lock
 * again.
 *
 * <p>Any thread may end at any step: out of memory, or stopped. So nobody is relied on for longer
 * than to the deadline of the requests in question; what is still open then counts as over.
 */
final class Batches {
  /** The most requests of a batch: others wait while the server runs it. */
  static final int MOST_REQUESTS = 256;

  private static final int MOST_ORPHANS = 10_000;

  private final Deque<Request> queue = new ArrayDeque<>();
  private final List<Request> orphans = new ArrayList<>();
  private final UnderWay underWay;

  /** Those that have not begun. */
  private final List<Relay> relays = new ArrayList<>(2);

  /** Whether there was a relay since the watch last looked. */
  private boolean relayed;

  /** Whether a leader is chosen and has not taken its batch yet, for which it has so long. */
  private boolean gathering;

  private long gatheringUntilNanos;

  /**
   * No requests.
   *
   * @param mostBatches how many may be under way at a time
   */
  Batches(int mostBatches) {
    this.underWay = new UnderWay(mostBatches);
  }

  /** Queues a request; answers whether it is chosen to lead a batch. */
  synchronized boolean add(Request request) {
    queue.addLast(request);
    boolean leads = mayBegin();
    if (leads) {
      choose(request);
    }
    return leads;
  }

  /** Chooses a leader for those that wait; null if none is to begin now. */
  synchronized @Nullable Request next() {
    Request next = queue.isEmpty() || !mayBegin() ? null : lastInTime();
    if (next != null) {
      choose(next);
    }
    return next;
  }

  /** The last of the queue whose deadline has not come: the others are about to leave, or dead. */
  private @Nullable Request lastInTime() {
    long now = System.nanoTime();
    for (Iterator<Request> each = queue.descendingIterator(); each.hasNext(); ) {
      Request request = each.next();
      if (now - request.deadlineNanos < 0) {
        return request;
      }
    }
    return null;
  }

  /** Whether a batch is to begin of those that wait. */
  private boolean mayBegin() {
    return isRoom() || (endOverdue() && isRoom());
  }

  private boolean isRoom() {
    return !gathering && underWay.hasRoomFor(queue.size());
  }

  /** Counts as over what has had its time; whether there was any. */
  private boolean endOverdue() {
    long now = System.nanoTime();
    boolean late = gathering && now - gatheringUntilNanos >= 0;
    gathering &= !late;
    return underWay.endOverdue(now) || late;
  }

  private void choose(Request leader) {
    gathering = true;
    gatheringUntilNanos = leader.deadlineNanos;
    if (leader.mayLead) {
      leader.state = Request.State.CHOSEN;
    }
  }

  /**
   * Begins the next batch; empty when nothing waits, when the leader was chosen too late, or is in
   * a batch already. {@link #over} should follow.
   *
   * @param leader to be among them; null for a worker
   */
  synchronized List<Request> take(@Nullable Request leader) {
    if (leader != null && leader.state != Request.State.CHOSEN) {
      return Collections.emptyList();
    }
    gathering = false;
    long now = System.nanoTime();
    if (leader != null && now - leader.deadlineNanos >= 0) {
      queue.remove(leader);
      leader.fail(RedisFailure.noFreeConnection("not sent in time"));
      leader.state = Request.State.DONE;
      return Collections.emptyList();
    }
    List<Request> batch = new ArrayList<>(Math.min(queue.size() + 1, MOST_REQUESTS));
    while (!orphans.isEmpty() && batch.size() < MOST_REQUESTS / 2) {
      batch.add(orphans.remove(orphans.size() - 1));
    }
    boolean included = leader == null;
    while (!queue.isEmpty() && batch.size() < MOST_REQUESTS - (included ? 0 : 1)) {
      Request request = queue.removeFirst();
      if (now - request.deadlineNanos >= 0) {
        // its caller leaves just now, or will never come for the permits
        request.wake();
        continue;
      }
      included |= request == leader;
      batch.add(request);
    }
    if (leader != null && !included) {
      queue.remove(leader);
      batch.add(leader);
    }
    underWay.add(batch, now);
    for (Request request : batch) {
      request.state = Request.State.SENT;
    }
    return batch;
  }

  /** The batch is not under way any more. */
  synchronized void over(List<Request> batch) {
    underWay.remove(batch);
  }

  /**
   * Makes the answers final; what was taken for callers that have gone becomes an orphan.
   *
   * @param fewestRelayed so many callers that must not lead wake each other
   * @return what wakes some of the callers once it is started, null if there is none
   */
  synchronized @Nullable Relay settle(List<Request> batch, int fewestRelayed) {
    // before the callers can see their answers, or the one that is to begin would not know
    Relay relay = Relay.among(batch, fewestRelayed);
    if (relay != null) {
      relays.add(relay);
      relayed = true;
    }
    // then this, so that nothing can keep a caller waiting
    for (Request request : batch) {
      if (request.state == Request.State.SENT) {
        request.state = Request.State.DONE;
      }
    }
    for (Request request : batch) {
      boolean unused = request.state != Request.State.DONE && request.hasTaken();
      if (unused && orphans.size() < MOST_ORPHANS) {
        orphans.add(Request.orphan(request.taken()));
      }
    }
    return relay;
  }

  /** Whether the relay is to begin: false when the watch has done its work. */
  synchronized boolean begin(Relay relay) {
    return relays.remove(relay);
  }

  /**
   * Abandons a request whose deadline has come, unless there is something to do for it after all.
   *
   * @throws RedisFailure that it was abandoned
   */
  synchronized void leave(Request request) throws RedisFailure {
    if (request.state == Request.State.QUEUED) {
      queue.remove(request);
      request.state = Request.State.ABANDONED;
      throw RedisFailure.noFreeConnection("not sent in time");
    }
    if (request.state == Request.State.SENT) {
      request.state = Request.State.ABANDONED;
      throw RedisFailure.timedOut();
    }
  }

  /** Refunds that no batch has taken along yet. */
  synchronized List<Request> takeOrphans() {
    if (orphans.isEmpty()) {
      return Collections.emptyList();
    }
    List<Request> taken = new ArrayList<>(orphans);
    orphans.clear();
    return taken;
  }

  /**
   * Wakes callers that have no timer of their own: those whose deadline has come, and those of a
   * relay that does not begin.
   *
   * @return nanoseconds until it is to be called again; the greatest number if nobody waits
   */
  synchronized long wakeOverdue() {
    long left = Long.MAX_VALUE;
    long now = System.nanoTime();
    for (Request request : queue) {
      left = Math.min(left, request.wakeIfOverdue(now));
    }
    left = Math.min(left, underWay.wakeOverdue(now));
    return Math.min(left, wakeLateRelays(now));
  }

  private long wakeLateRelays(long now) {
    for (Iterator<Relay> each = relays.iterator(); each.hasNext(); ) {
      Relay relay = each.next();
      if (relay.isLate(now)) {
        each.remove();
        relay.wakeAll();
      }
    }
    boolean again = relayed;
    relayed = !relays.isEmpty();
    return again ? Relay.CHECK_NANOS : Long.MAX_VALUE;
  }

  /** Wakes all callers that have no timer of their own. */
  synchronized void wakeAll() {
    relays.forEach(Relay::wakeAll);
    queue.forEach(Request::wake);
    underWay.wakeAll();
  }
}
