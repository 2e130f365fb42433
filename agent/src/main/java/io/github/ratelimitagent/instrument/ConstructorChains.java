package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.classfile.MethodModel;
import io.github.ratelimitagent.limit.BoundLimit;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.TemplateBindException;
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
  /** As large in code as most numbers of sites. */
  private static final int ANY_SITE = 1_000;

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
      counted.removeAll(countedBy(next));
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

  private List<CoveredLimit> countedBy(ConstructorDelegation.Target target) {
    List<CoveredLimit> counting = new ArrayList<>();
    if (NeverWoven.contains(target.className)) {
      return counting;
    }
    Map<MethodModel, List<CoveredLimit>> covered =
        target.className.equals(type.name())
            ? matches
            : ofSuperclasses.computeIfAbsent(target.className, this::match);
    for (Map.Entry<MethodModel, List<CoveredLimit>> entry : covered.entrySet()) {
      MethodModel method = entry.getKey();
      if (method.isConstructor() && method.descriptor().equals(target.descriptor)) {
        boolean canBeWoven = canBeWoven(method, entry.getValue());
        for (CoveredLimit limit : entry.getValue()) {
          if (canBeWoven && binds(method, limit)) {
            counting.add(limit);
          }
        }
      }
    }
    return counting;
  }

  /** A constructor that the templates of a limit do not fit is not limited, and counts nothing. */
  private boolean binds(MethodModel constructor, CoveredLimit covered) {
    try {
      ClassFileSignature signature = new ClassFileSignature(constructor, files, () -> null);
      Accessors neverUsed = new Accessors(opened -> {});
      BoundLimit.bind(covered.limit(), 0, signature, neverUsed, covered.metrics());
      return true;
    } catch (TemplateBindException | RuntimeException | LinkageError e) {
      // reported where that constructor is woven
      return false;
    }
  }

  /** By trial: there is no other way to know whether it grows too large. */
  private boolean canBeWoven(MethodModel constructor, List<CoveredLimit> limits) {
    boolean withArguments = false;
    for (CoveredLimit covered : limits) {
      withArguments |= BoundLimit.needsArguments(covered.limit());
    }
    WovenMethod likeIt = new WovenMethod(ANY_SITE, withArguments, limits);
    try {
      byte[] classFile = files.bytes(constructor.declaringClass().name());
      if (classFile == null) {
        return false;
      }
      Weaving.weave(
          classFile, Collections.singletonMap(constructor.key(), likeIt), new HashSet<>());
      return true;
    } catch (RuntimeException | LinkageError e) {
      // reported where that constructor is woven
      return false;
    }
  }

  private Map<MethodModel, List<CoveredLimit>> match(String className) {
    ClassModel readable = files.findReadable(className);
    return readable == null ? Collections.emptyMap() : ClassMatcher.match(readable, candidates);
  }
}
