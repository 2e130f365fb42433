package io.github.ratelimitagent.limit;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Knows the threads that must not block, by the names of the types that their frameworks mark them
 * with. Safe for many threads.
 */
final class EventLoops {
  private static final Set<String> MARKS =
      new HashSet<>(
          Arrays.asList(
              "reactor.core.scheduler.NonBlocking",
              "io.reactivex.internal.schedulers.NonBlockingThread",
              "io.reactivex.rxjava3.internal.schedulers.NonBlockingThread",
              "io.netty.util.concurrent.FastThreadLocalThread",
              "io.vertx.core.impl.VertxThread"));

  /** By thread class, in the class itself, so that none is held. */
  private final ClassValue<Boolean> marked =
      new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isMarked(type);
        }
      };

  boolean isEventLoop(Thread thread) {
    // Vert.x has the same class for its worker threads, which may block
    return marked.get(thread.getClass()) && !thread.getName().startsWith("vert.x-worker-thread");
  }

  private static boolean isMarked(Class<?> threadType) {
    for (Class<?> type = threadType; type != null; type = type.getSuperclass()) {
      if (MARKS.contains(type.getName()) || anyIsMark(type.getInterfaces())) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyIsMark(Class<?>[] interfaces) {
    for (Class<?> face : interfaces) {
      if (MARKS.contains(face.getName()) || anyIsMark(face.getInterfaces())) {
        return true;
      }
    }
    return false;
  }
}
