package io.github.ratelimitagent.match;

import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the supertypes that declare a method which a class only inherits. */
final class InheritedAdvice {
  private final SignaturePattern signature;
  private final KnownClasses known;

  InheritedAdvice(SignaturePattern signature, KnownClasses known) {
    this.signature = signature;
    this.known = known;
  }

  List<String> on(TypeView type) {
    if (signature.isConstructor()) {
      return Collections.emptyList();
    }
    // overloads have the same to say
    Set<String> ofBodies = new LinkedHashSet<>();
    Set<String> ofAbstract = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    Deque<TypeView> open = new ArrayDeque<>(type.supertypes());
    while (!open.isEmpty()) {
      TypeView next = open.remove();
      if (seen.add(next.name())) {
        for (MethodView method : known.members(next.name())) {
          if (signature.matchesName(method)
              && signature.matchesParameters(method)
              && SignaturePattern.isWritten(method)) {
            (Modifier.isAbstract(method.modifiers()) ? ofAbstract : ofBodies)
                .add(sentence(type.name(), next.name(), method));
          }
        }
        Collection<? extends TypeView> supertypes = next.supertypes();
        open.addAll(supertypes);
      }
    }
    // what only declares it would have the limit reach further than to the body that was meant
    return new ArrayList<>(ofBodies.isEmpty() ? ofAbstract : ofBodies);
  }

  private String sentence(String className, String declaring, MethodView method) {
    String problem =
        className + " does not declare " + method.name() + ", " + declaring + " does; write ";
    if (Modifier.isStatic(method.modifiers())) {
      return problem + signature.of(declaring, method);
    }
    problem += signature.of(declaring + "+", method);
    return Modifier.isAbstract(method.modifiers())
        ? problem + " for the classes that implement it"
        : problem + " for it and every override";
  }
}
