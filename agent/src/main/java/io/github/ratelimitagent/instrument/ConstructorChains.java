package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.MethodModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a new object count once: where a constructor begins with {@code this(..)} or {@code
 * super(..)} to one that the same limit covers, straight or through others, that one counts and
 * this one does not.
 */
final class ConstructorChains {
  private final ClassModel type;
  private final ClassFiles files;
  private final List<CoveredLimit> candidates;
  private final Map<MethodModel, List<CoveredLimit>> matches;
  private final Map<String, Map<MethodModel, List<CoveredLimit>>> ofSuperclasses = new HashMap<>();
  private final Map<String, ConstructorDelegation> delegations = new HashMap<>();

  ConstructorChains(
      ClassModel type,
      ClassFiles files,
      List<CoveredLimit> candidates,
      Map<MethodModel, List<CoveredLimit>> matches) {
    this.type = type;
    this.files = files;
    this.candidates = candidates;
    this.matches = matches;
  }

  /** Of the limits that cover the constructor, those that no constructor it begins with counts. */
  List<CoveredLimit> countedHere(MethodModel constructor, List<CoveredLimit> limits) {
    List<CoveredLimit> counted = new ArrayList<>(limits);
    Set<String> seen = new HashSet<>();
    ConstructorDelegation.Target next = delegation(type.name()).of(constructor.descriptor());
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
      byte[] classFile = files.bytes(className);
      return classFile == null
          ? ConstructorDelegation.UNKNOWN
          : ConstructorDelegation.read(classFile);
    } catch (RuntimeException damaged) {
      // then what it begins with is not known to count
      return ConstructorDelegation.UNKNOWN;
    }
  }

  private List<CoveredLimit> coveredBy(ConstructorDelegation.Target target) {
    Map<MethodModel, List<CoveredLimit>> covered =
        target.className.equals(type.name())
            ? matches
            : ofSuperclasses.computeIfAbsent(target.className, this::match);
    for (Map.Entry<MethodModel, List<CoveredLimit>> entry : covered.entrySet()) {
      MethodModel method = entry.getKey();
      if (method.isConstructor() && method.descriptor().equals(target.descriptor)) {
        return entry.getValue();
      }
    }
    return Collections.emptyList();
  }

  private Map<MethodModel, List<CoveredLimit>> match(String className) {
    ClassModel readable = files.findReadable(className);
    return readable == null ? Collections.emptyMap() : ClassMatcher.match(readable, candidates);
  }
}
