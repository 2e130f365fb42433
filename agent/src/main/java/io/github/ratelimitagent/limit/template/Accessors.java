package io.github.ratelimitagent.limit.template;

import io.github.ratelimitagent.gate.Privileged;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Reads members of objects of any class, non-public ones and those of named modules included. What
 * it finds out about a class is kept in that class ({@link ClassValue}), so that no class of the
 * application is held from here. Thread-safe; one is made for all templates of an agent.
 */
public final class Accessors {
  private final ClassValue<ConcurrentMap<String, Accessor>> known =
      new ClassValue<ConcurrentMap<String, Accessor>>() {
        @Override
        protected ConcurrentMap<String, Accessor> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>(4);
        }
      };
  private final Handles handles;

  /**
   * Accessors that open what is closed through {@code opener}.
   *
   * @param opener asked before reading what is not public
   */
  public Accessors(AccessOpener opener) {
    this.handles = new Handles(opener);
  }

  /** What a step of a path reads of objects of that class. */
  Accessor of(Class<?> type, Step step) {
    Accessor accessor = known.get(type).get(step.toString());
    return accessor != null ? accessor : find(type, step, step.toString(), false);
  }

  /** What calls a static method; the object it is given means nothing. */
  Accessor ofStatic(Class<?> type, Step call, String name) {
    Accessor accessor = known.get(type).get(name);
    return accessor != null ? accessor : find(type, call, name, true);
  }

  /** Searches outside the map's lock: reading a class's members may run its loader's code. */
  private Accessor find(Class<?> type, Step step, String name, boolean isStatic) {
    Accessor found =
        Privileged.get(
            () -> {
              MemberFinder finder = new MemberFinder(type, handles);
              return isStatic ? finder.staticCall(step) : finder.find(step);
            });
    Accessor earlier = known.get(type).putIfAbsent(name, found);
    return earlier != null ? earlier : found;
  }
}
