package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.MethodPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which limits may cover a method of a class, by the class's name only. Immutable.
 *
 * <p>Limits that name their classes in full are found by that name, so that ten thousand of them
 * cost a class that is loaded no more than one; only the others are gone through.
 */
final class CandidateIndex {
  private final List<CoveredLimit> limits;
  private final Map<String, List<Entry>> byClass = new HashMap<>();
  private final List<Entry> others = new ArrayList<>();

  CandidateIndex(List<CoveredLimit> limits) {
    this.limits = Collections.unmodifiableList(new ArrayList<>(limits));
    for (int i = 0; i < limits.size(); i++) {
      Entry entry = new Entry(i, limits.get(i));
      if (entry.namesItsClasses()) {
        for (String className : entry.classNames()) {
          List<Entry> entries = byClass.get(className);
          if (entries == null) {
            entries = new ArrayList<>(2);
            byClass.put(className, entries);
          }
          entries.add(entry);
        }
      } else {
        others.add(entry);
      }
    }
  }

  List<CoveredLimit> limits() {
    return limits;
  }

  /** Those whose patterns do not rule the class out, in order; asked for every class loaded. */
  List<CoveredLimit> of(String className) {
    List<Entry> named = byClass.getOrDefault(className, Collections.emptyList());
    List<Entry> candidates = Collections.emptyList();
    for (int i = 0; i < named.size(); i++) {
      candidates = withCandidate(candidates, named.get(i), className);
    }
    for (int i = 0; i < others.size(); i++) {
      candidates = withCandidate(candidates, others.get(i), className);
    }
    if (candidates.isEmpty()) {
      return Collections.emptyList();
    }
    Collections.sort(candidates);
    List<CoveredLimit> inOrder = new ArrayList<>(candidates.size());
    for (Entry entry : candidates) {
      inOrder.add(entry.limit);
    }
    return inOrder;
  }

  private static List<Entry> withCandidate(List<Entry> candidates, Entry entry, String className) {
    if (!entry.mayMatch(className)) {
      return candidates;
    }
    List<Entry> more = candidates.isEmpty() ? new ArrayList<>(2) : candidates;
    more.add(entry);
    return more;
  }

  /** The classes of the JDK that patterns name, which the weaver itself may need. */
  Set<String> jdkClasses() {
    Set<String> names = new LinkedHashSet<>();
    for (CoveredLimit limit : limits) {
      for (MethodPattern pattern : limit.methods()) {
        String named = pattern.className();
        if (named != null && pattern.canNameJdkClass()) {
          names.add(named);
        }
      }
    }
    return names;
  }

  /** A limit and its place among them. */
  private static final class Entry implements Comparable<Entry> {
    final int position;
    final CoveredLimit limit;
    private final MethodPattern[] patterns;

    Entry(int position, CoveredLimit limit) {
      this.position = position;
      this.limit = limit;
      this.patterns = limit.methods().toArray(new MethodPattern[0]);
    }

    @Override
    public int compareTo(Entry other) {
      return Integer.compare(position, other.position);
    }

    boolean namesItsClasses() {
      for (MethodPattern pattern : patterns) {
        if (!pattern.namesOneClass()) {
          return false;
        }
      }
      return true;
    }

    Set<String> classNames() {
      Set<String> names = new LinkedHashSet<>();
      for (MethodPattern pattern : patterns) {
        names.add(String.valueOf(pattern.className()));
      }
      return names;
    }

    boolean mayMatch(String className) {
      for (MethodPattern pattern : patterns) {
        if (pattern.mayMatchClass(className)) {
          return true;
        }
      }
      return false;
    }
  }
}
