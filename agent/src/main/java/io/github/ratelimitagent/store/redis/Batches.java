package io.github.ratelimitagent.store.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which requests wait, which are under way, and which leads the next batch. Safe for many threads;
 * blocks for its own lock only.
 */
final class Batches {
  /** The most requests of a batch: others wait while the server runs it. */
  static final int MOST_REQUESTS = 256;

  private static final int MOST_ORPHANS = 10_000;

  private final int mostBatches;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Request> queue = new ArrayDeque<>();
  private final List<Request> orphans = new ArrayList<>();
  private final List<List<Request>> underWay = new ArrayList<>(2);

  /** Those that have not begun. */
  private final List<Relay> relays = new ArrayList<>(2);

  /** Whether there was a relay since the watch last looked. */
  private boolean relayed;

  /** Leaders that are chosen and have not taken their batch yet. */
  private int gathering;

  /**
   * No requests.
   *
   * @param mostBatches how many may be under way at a time
   */
  Batches(int mostBatches) {
    this.mostBatches = mostBatches;
  }

  /** Queues a request; answers whether it is chosen to lead a batch. */
  boolean add(Request request) {
    lock.lock();
    try {
      queue.addLast(request);
      boolean leads = mayBegin();
      if (leads) {
        choose(request);
      }
      return leads;
    } finally {
      lock.unlock();
    }
  }

  /** Chooses a leader for those that wait; null if none is to begin now. */
  @Nullable Request next() {
    lock.lock();
    try {
      Request next = queue.isEmpty() || !mayBegin() ? null : queue.getLast();
      if (next != null) {
        choose(next);
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether a batch is to begin of those that wait: more than one at a time only when it is as
   * large as what is under way, for smaller ones cost more than they save.
   */
  private boolean mayBegin() {
    if (gathering > 0 || underWay.size() >= mostBatches) {
      return false;
    }
    int sent = 0;
    for (int i = 0; i < underWay.size(); i++) {
      sent += underWay.get(i).size();
    }
    return queue.size() >= sent;
  }

  private void choose(Request leader) {
    gathering++;
    if (leader.mayLead) {
      leader.state = Request.State.CHOSEN;
    }
  }

  /**
   * Begins the next batch; empty when nothing waits, or when the leader was chosen too late. {@link
   * #over} must follow.
   *
   * @param leader to be among them; null for a worker
   */
  List<Request> take(@Nullable Request leader) {
    lock.lock();
    try {
      gathering--;
      List<Request> batch = new ArrayList<>(Math.min(queue.size() + 1, MOST_REQUESTS));
      underWay.add(batch);
      if (leader != null && System.nanoTime() - leader.deadlineNanos >= 0) {
        queue.remove(leader);
        leader.fail(RedisFailure.noFreeConnection("not sent in time"));
        leader.state = Request.State.DONE;
        return batch;
      }
      while (!orphans.isEmpty() && batch.size() < MOST_REQUESTS / 2) {
        batch.add(orphans.remove(orphans.size() - 1));
      }
      boolean included = leader == null;
      while (!queue.isEmpty() && batch.size() < MOST_REQUESTS - (included ? 0 : 1)) {
        Request request = queue.removeFirst();
        included |= request == leader;
        batch.add(request);
      }
      if (leader != null && !included) {
        queue.remove(leader);
        batch.add(leader);
      }
      for (Request request : batch) {
        request.state = Request.State.SENT;
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** The batch is not under way any more. */
  void over(List<Request> batch) {
    lock.lock();
    try {
      for (int i = 0; i < underWay.size(); i++) {
        // by identity: empty batches are equal
        if (underWay.get(i) == batch) {
          underWay.remove(i);
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes the answers final; what was taken for callers that have gone becomes an orphan.
   *
   * @param fewestRelayed so many callers that must not lead wake each other
   * @return what wakes some of the callers once it is started, null if there is none
   */
  @Nullable Relay settle(List<Request> batch, int fewestRelayed) {
    lock.lock();
    try {
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
    } finally {
      lock.unlock();
    }
  }

  /** Whether the relay is to begin: false when the watch has done its work. */
  boolean begin(Relay relay) {
    lock.lock();
    try {
      return relays.remove(relay);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Abandons a request whose deadline has come, unless there is something to do for it after all.
   *
   * @throws RedisFailure that it was abandoned
   */
  void leave(Request request) throws RedisFailure {
    lock.lock();
    try {
      if (request.state == Request.State.QUEUED) {
        queue.remove(request);
        request.state = Request.State.ABANDONED;
        throw RedisFailure.noFreeConnection("not sent in time");
      }
      if (request.state == Request.State.SENT) {
        request.state = Request.State.ABANDONED;
        throw RedisFailure.timedOut();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Refunds that no batch has taken along yet. */
  List<Request> takeOrphans() {
    lock.lock();
    try {
      if (orphans.isEmpty()) {
        return Collections.emptyList();
      }
      List<Request> taken = new ArrayList<>(orphans);
      orphans.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Wakes callers that have no timer of their own: those whose deadline has come, and those of a
   * relay that does not begin.
   *
   * @return nanoseconds until it is to be called again; the greatest number if nobody waits
   */
  long wakeOverdue() {
    long left = Long.MAX_VALUE;
    lock.lock();
    try {
      long now = System.nanoTime();
      left = wakeOverdue(queue, now, left);
      for (List<Request> batch : underWay) {
        left = wakeOverdue(batch, now, left);
      }
      return Math.min(left, wakeLateRelays(now));
    } finally {
      lock.unlock();
    }
  }

  private static long wakeOverdue(Iterable<Request> requests, long now, long earlierLeft) {
    long left = earlierLeft;
    for (Request request : requests) {
      boolean waits = request.state == Request.State.QUEUED || request.state == Request.State.SENT;
      if (waits && !request.mayLead && request.caller != null) {
        long ofRequest = request.deadlineNanos - now;
        if (ofRequest <= 0) {
          LockSupport.unpark(request.caller);
        }
        left = Math.min(left, Math.max(0, ofRequest));
      }
    }
    return left;
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
  void wakeAll() {
    lock.lock();
    try {
      relays.forEach(Relay::wakeAll);
      queue.forEach(Batches::wake);
      underWay.forEach(batch -> batch.forEach(Batches::wake));
    } finally {
      lock.unlock();
    }
  }

  private static void wake(Request request) {
    if (request.caller != null && !request.mayLead) {
      LockSupport.unpark(request.caller);
    }
  }
}
