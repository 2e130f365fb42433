package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains why a pattern has covered no method, and what may have been meant. */
public final class UnmatchedPattern {
  private static final int MOST_NAMES = 3;

  /** Of the classes that a wildcard covers, so many are looked into. */
  private static final int MOST_CLASSES = 200;

  private final MethodPattern pattern;
  private final KnownClasses known;
  private final ClassNamePattern name;

  private UnmatchedPattern(MethodPattern pattern, KnownClasses known) {
    this.pattern = pattern;
    this.known = known;
    this.name = pattern.declaring().name();
  }

  /**
   * Sentences for a person, the likeliest first, without a full stop. Empty when nothing is amiss
   * with the pattern: a method that it covers is known and can be woven.
   */
  public static List<String> explain(MethodPattern pattern, KnownClasses known) {
    UnmatchedPattern unmatched = new UnmatchedPattern(pattern, known);
    return Collections.unmodifiableList(
        unmatched.name.isExact() ? unmatched.explainExact() : unmatched.explainWildcard());
  }

  private List<String> explainExact() {
    String className = name.toString();
    if (ReservedNames.isAgent(className)) {
      return Collections.singletonList(
          className + " belongs to the agent, which never limits itself");
    }
    @Nullable TypeView type = known.type(className);
    return type == null
        ? Collections.singletonList(noClass(className))
        : new MemberAdvice(pattern, known).on(type);
  }

  private String noClass(String className) {
    List<String> near = NearNames.of(className, known.names(), MOST_NAMES);
    String problem = "no class " + className + " has been seen";
    if (!near.isEmpty()) {
      return problem + "; did you mean " + Wording.oneOf(near) + "?";
    }
    if (name.hasPackage()) {
      return problem + ", nor one with a similar name";
    }
    return known.type("java.lang." + className) == null
        ? problem + "; a name without a package is a class in no package"
        : problem + "; did you mean java.lang." + className + "?";
  }

  private List<String> explainWildcard() {
    if (ReservedNames.isJdk(name.prefix()) && !pattern.needsHierarchy()) {
      return Collections.singletonList(
          "wildcards do not reach the classes of the JDK: name the class exactly");
    }
    List<TypeView> types = new ArrayList<>();
    for (String className : known.names()) {
      if (types.size() < MOST_CLASSES && isCandidate(className)) {
        @Nullable TypeView type = known.type(className);
        if (type != null) {
          types.add(type);
        }
      }
    }
    return types.isEmpty()
        ? Collections.singletonList(noClassFits())
        : new MembersAdvice(pattern, known).on(types);
  }

  private boolean isCandidate(String className) {
    return name.matches(className)
        && !ReservedNames.isAgent(className)
        && !ReservedNames.isJdk(className);
  }

  private String noClassFits() {
    for (String className : known.names()) {
      if (name.matches(className) && ReservedNames.isJdk(className)) {
        return "wildcards do not reach the classes of the JDK: name " + className + " exactly";
      }
    }
    String problem = "no class with a name like " + name + " has been seen";
    String wanted = withoutLastSegment(name.prefix());
    if (wanted.isEmpty()) {
      return problem;
    }
    Set<String> packages = new LinkedHashSet<>();
    for (String className : known.names()) {
      for (String p = withoutLastSegment(className); !p.isEmpty(); p = withoutLastSegment(p)) {
        if (!packages.add(p)) {
          break;
        }
      }
    }
    if (packages.contains(wanted)) {
      return problem + ", though there are classes in " + wanted;
    }
    List<String> near =
        NearNames.of(wanted, packages, MOST_NAMES).stream()
            .map(p -> p + name.toString().substring(wanted.length()))
            .collect(Collectors.toList());
    return near.isEmpty() ? problem : problem + "; did you mean " + Wording.oneOf(near) + "?";
  }

  private static String withoutLastSegment(String dotted) {
    return dotted.substring(0, Math.max(dotted.lastIndexOf('.'), 0));
  }
}
