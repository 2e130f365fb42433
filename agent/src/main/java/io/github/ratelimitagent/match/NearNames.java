package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/**
 * "Did you mean": names that are close to one that is not known. Works on plain names and on dotted
 * ones, where {@code $} counts as a dot. Case does not matter.
 */
public final class NearNames {
  private final String name;
  private final int distance;

  private NearNames(String name, int distance) {
    this.name = name;
    this.distance = distance;
  }

  /**
   * The known names nearest to the wanted one, best first: the same simple name in another package,
   * then by the number of edits. Empty when none is near. The wanted name itself is not among them.
   */
  public static List<String> of(String wanted, Collection<String> known, int atMost) {
    Wanted target = new Wanted(wanted);
    List<NearNames> near = new ArrayList<>();
    for (String name : new LinkedHashSet<>(known)) {
      int distance = name.equals(wanted) ? Wanted.FAR : target.distanceTo(name);
      if (distance != Wanted.FAR) {
        near.add(new NearNames(name, distance));
      }
    }
    near.sort(Comparator.<NearNames>comparingInt(n -> n.distance).thenComparing(n -> n.name));
    List<String> names = new ArrayList<>();
    for (NearNames found : near.subList(0, Math.min(Math.max(atMost, 0), near.size()))) {
      names.add(found.name);
    }
    return Collections.unmodifiableList(names);
  }

  /** The wanted name, taken apart once. */
  private static final class Wanted {
    static final int FAR = Integer.MAX_VALUE;

    /** A name whose last part is the same comes before any that needs an edit there. */
    private static final int PER_EDIT = 1000;

    private final String parent;
    private final String simple;

    Wanted(String name) {
      String folded = folded(name);
      this.simple = simple(folded);
      this.parent = parent(folded);
    }

    int distanceTo(String name) {
      int most = tolerance(simple);
      if (Math.abs(simple.length() - simpleLength(name)) > most) {
        return FAR;
      }
      String folded = folded(name);
      String otherSimple = simple(folded);
      int edits = EditDistance.between(simple, otherSimple, most);
      if (edits > most) {
        return FAR;
      }
      String otherParent = parent(folded);
      boolean anyParent = edits == 0 || parent.isEmpty();
      int mostInParent =
          anyParent ? Math.max(parent.length(), otherParent.length()) : tolerance(parent);
      int parentEdits = EditDistance.between(parent, otherParent, mostInParent);
      return parentEdits > mostInParent
          ? FAR
          : edits * PER_EDIT + Math.min(parentEdits, PER_EDIT - 1);
    }

    private static int tolerance(String part) {
      return part.length() <= 3
          ? Math.min(1, Math.max(part.length() - 1, 0))
          : Math.max(2, part.length() / 4);
    }

    private static String folded(String name) {
      return name.toLowerCase(Locale.ROOT).replace('$', '.');
    }

    private static String simple(String name) {
      return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Without making a text, for most of many names are out of the question by it. */
    private static int simpleLength(String name) {
      return name.length() - 1 - Math.max(name.lastIndexOf('.'), name.lastIndexOf('$'));
    }

    private static String parent(String name) {
      return name.substring(0, Math.max(name.lastIndexOf('.'), 0));
    }
  }
}
