package io.github.ratelimitagent.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new object count once: where a constructor begins with {@code this(..)} or {@code
 * super(..)} to one that the same limit covers, that one counts and this one does not.
 */
final class ConstructorChains {
  private final byte[] classFile;
  private final ClassFiles files;
  private final List<CoveredLimit> candidates;
  private final Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches;
  private final Map<String, Map<MethodDescription.InDefinedShape, List<CoveredLimit>>>
      ofSuperclasses = new HashMap<>();
  private @Nullable ConstructorDelegation delegation;

  ConstructorChains(
      byte[] classFile,
      ClassFiles files,
      List<CoveredLimit> candidates,
      Map<MethodDescription.InDefinedShape, List<CoveredLimit>> matches) {
    this.classFile = classFile;
    this.files = files;
    this.candidates = candidates;
    this.matches = matches;
  }

  /** Of the limits that cover the constructor, those that no constructor it begins with counts. */
  List<CoveredLimit> countedHere(
      MethodDescription.InDefinedShape constructor, List<CoveredLimit> limits) {
    if (delegation == null) {
      delegation = ConstructorDelegation.read(classFile);
    }
    ConstructorDelegation.Target target = delegation.of(constructor.getDescriptor());
    if (target == null) {
      return limits;
    }
    List<CoveredLimit> counted = new ArrayList<>(limits);
    counted.removeAll(coveredBy(constructor.getDeclaringType(), target));
    return counted;
  }

  private List<CoveredLimit> coveredBy(TypeDescription type, ConstructorDelegation.Target target) {
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
