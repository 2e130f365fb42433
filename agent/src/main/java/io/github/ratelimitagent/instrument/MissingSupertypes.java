package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.TypeView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** Finds supertypes that a class file speaks of and that are nowhere to be found. */
final class MissingSupertypes {
  private final TypePool pool;

  MissingSupertypes(TypePool pool) {
    this.pool = pool;
  }

  /** The first of them; null when all are there. */
  @Nullable String of(TypeDescription type) {
    Set<String> seen = new HashSet<>();
    Deque<TypeView> open = new ArrayDeque<>(new PoolTypeView(type).supertypes());
    while (!open.isEmpty()) {
      TypeView next = open.remove();
      if (seen.add(next.name())) {
        if (!pool.describe(next.name()).isResolved()) {
          return next.name();
        }
        open.addAll(next.supertypes());
      }
    }
    return null;
  }
}
