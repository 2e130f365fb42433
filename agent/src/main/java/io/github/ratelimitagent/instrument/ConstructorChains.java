package io.github.ratelimitagent.instrument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Makes a new object count once: where a constructor begins with {@code this(..)} or {@code
 * super(..)} to one that the same limit covers, straight or through others, that one counts and
 * this one does not.
 */
final class ConstructorChains {
  private final TypeDescription type;
  private final ClassFiles files;
  private final List<CoveredLimit> candidates;
  private final Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches;
  private final Map<String, Map<MethodDescription.InDefinedShape, List<CoveredLimit>>>
      ofSuperclasses = new HashMap<>();
  private final Map<String, ConstructorDelegation> delegations = new HashMap<>();

  ConstructorChains(
      TypeDescription type,
      ClassFiles files,
      List<CoveredLimit> candidates,
      Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches) {
    this.type = type;
    this.files = files;
    this.candidates = candidates;
    this.matches = matches;
  }

  /** Of the limits that cover the constructor, those that no constructor it begins with counts. */
  List<CoveredLimit> countedHere(
      MethodDescription.InDefinedShape constructor, List<CoveredLimit> limits) {
    List<CoveredLimit> counted = new ArrayList<>(limits);
    Set<String> seen = new HashSet<>();
    ConstructorDelegation.Target next = delegation(type.getName()).of(constructor.getDescriptor());
    while (next != null && !counted.isEmpty() && seen.add(next.className + next.descriptor)) {
      counted.removeAll(coveredBy(next));
      next = delegation(next.className).of(next.descriptor);
    }
    return counted;
  }

  private ConstructorDelegation delegation(String className) {
    ConstructorDelegation known = delegations.get(className);
    if (known == null) {
      known = read(className);
      delegations.put(className, known);
    }
    return known;
  }

  private ConstructorDelegation read(String className) {
    try {
      ClassFileLocator.Resolution located = files.locator().locate(className);
      if (located.isResolved()) {
        return ConstructorDelegation.read(located.resolve());
      }
    } catch (IOException | RuntimeException cannotBeLocated) {
      // then what it begins with is not known to count
    }
    return ConstructorDelegation.UNKNOWN;
  }

  private List<CoveredLimit> coveredBy(ConstructorDelegation.Target target) {
    Map<MethodDescription.InDefinedShape, List<CoveredLimit>> covered =
        target.className.equals(type.getName())
            ? matches
            : ofSuperclasses.computeIfAbsent(target.className, this::match);
    for (Map.Entry<MethodDescription.InDefinedShape, List<CoveredLimit>> entry :
        covered.entrySet()) {
      MethodDescription.InDefinedShape method = entry.getKey();
      if (method.isConstructor() && method.getDescriptor().equals(target.descriptor)) {
        return entry.getValue();
      }
    }
    return Collections.emptyList();
  }

  private Map<MethodDescription.InDefinedShape, List<CoveredLimit>> match(String className) {
    try {
      TypePool.Resolution resolution = files.pool().describe(className);
      if (resolution.isResolved()) {
        return ClassMatcher.match(resolution.resolve(), candidates);
      }
    } catch (RuntimeException cannotBeLocated) {
      // then it is not known to count, and this constructor does
    }
    return Collections.emptyMap();
  }
}
