package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.match.TypeView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds supertypes that a class file speaks of and that are nowhere to be found. */
final class MissingSupertypes {
  private MissingSupertypes() {}

  /** The first of them; null when all are there. */
  static @Nullable String of(ClassModel type) {
    Set<String> seen = new HashSet<>();
    Deque<TypeView> open = new ArrayDeque<>(type.supertypes());
    while (!open.isEmpty()) {
      TypeView next = open.remove();
      if (seen.add(next.name())) {
        if (!(next instanceof ClassModel)) {
          return next.name();
        }
        open.addAll(next.supertypes());
      }
    }
    return null;
  }
}
