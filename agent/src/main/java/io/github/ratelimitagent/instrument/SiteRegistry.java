package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.Site;
import io.github.ratelimitagent.limit.SiteTable;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives woven methods their numbers. A method keeps its number when its class is transformed again;
 * numbers of classes whose loader was collected are given anew, so that a web application can be
 * deployed any number of times. Safe for many threads.
 */
final class SiteRegistry {
  private final SiteTable table;
  private final Map<LoaderKey, Map<String, Integer>> numbers = new HashMap<>();
  private final Map<String, Integer> groups = new HashMap<>();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
  private final Deque<Integer> free = new ArrayDeque<>();
  private int next;

  SiteRegistry(SiteTable table) {
    this.table = table;
  }

  /** Registers a method of a class of {@code loader}; answers its number. */
  synchronized int register(@Nullable ClassLoader loader, String methodAndDescriptor, Site site) {
    reclaim();
    LoaderKey key = new LoaderKey(loader, collected);
    Map<String, Integer> ofLoader = numbers.get(key);
    if (ofLoader == null) {
      ofLoader = new HashMap<>();
      numbers.put(key, ofLoader);
    }
    Integer number = ofLoader.get(methodAndDescriptor);
    if (number == null) {
      Integer reused = free.poll();
      number = reused != null ? reused : Integer.valueOf(next++);
      ofLoader.put(methodAndDescriptor, number);
    }
    table.put(number, site);
    return number;
  }

  /** Equal for methods of one name that one limit covers. */
  synchronized int group(String limitName, String methodName) {
    Integer group = groups.get(limitName + ' ' + methodName);
    if (group == null) {
      group = groups.size();
      groups.put(limitName + ' ' + methodName, group);
    }
    return group;
  }

  private void reclaim() {
    for (Object key; (key = collected.poll()) != null; ) {
      Map<String, Integer> dead = numbers.remove(key);
      if (dead != null) {
        for (Integer number : dead.values()) {
          table.put(number, null);
          free.add(number);
        }
      }
    }
  }
}
