package io.github.ratelimitagent.limit.template;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds by reflection what a name or a call means for objects of one class. */
final class MemberFinder {
  private static final Object[] NO_ARGUMENTS = {};

  private final Class<?> type;
  private final Handles handles;
  private final Hierarchy hierarchy;

  MemberFinder(Class<?> type, Handles handles) {
    this.type = type;
    this.handles = handles;
    this.hierarchy = new Hierarchy(type);
  }

  /** What reads a step of a path. */
  Accessor find(Step step) {
    switch (step.kind()) {
      case CALL:
        return call(step, false);
      case INDEX:
        return ContainerAccessors.index(type, step.index());
      case KEY:
        return ContainerAccessors.key(type, step.name());
      default:
        return property(step.name());
    }
  }

  Accessor staticCall(Step call) {
    return call(call, true);
  }

  /** The record accessor, getter, map entry or index, or field of that name. */
  private Accessor property(String name) {
    if (!Names.isIndex(name)) {
      List<Method> getter = getter(name);
      if (!getter.isEmpty()) {
        return reader(getter, NO_ARGUMENTS, "property '" + name + "'");
      }
    }
    Accessor container = ContainerAccessors.name(type, name);
    if (container != null) {
      return container;
    }
    Field field = hierarchy.field(name);
    if (field == null) {
      return missing("has no property '" + name + "'");
    }
    try {
      return new HandleAccessor(handles.of(field));
    } catch (IllegalAccessException | RuntimeException e) {
      return missing("property '" + name + "' cannot be read: " + e);
    }
  }

  /** The method of that name whose parameters the literals fit best. */
  private Accessor call(Step call, boolean isStatic) {
    List<Object> literals = call.literals();
    List<Method> candidates = hierarchy.methods(call.name(), literals.size(), isStatic);
    Method best = null;
    for (Method candidate : candidates) {
      if (Arguments.fit(literals, candidate.getParameterTypes())
          && (best == null || Arguments.isBetter(literals, candidate, best))) {
        best = candidate;
      }
    }
    if (best == null) {
      return missing("has no " + (isStatic ? "static " : "") + "method " + call.callText());
    }
    return reader(
        declarations(candidates, best),
        Arguments.convert(literals, best.getParameterTypes()),
        call.callText());
  }

  private List<Method> getter(String name) {
    if (Map.class.isAssignableFrom(type) && Names.isGetterOfEveryMap(name)) {
      return new ArrayList<>();
    }
    if (isRecord() && hierarchy.field(name) != null) {
      List<Method> accessor = hierarchy.methods(name, 0, false);
      if (!accessor.isEmpty()) {
        return accessor;
      }
    }
    List<Method> getter = hierarchy.methods("get" + Names.capitalized(name), 0, false);
    if (!getter.isEmpty()) {
      return getter;
    }
    List<Method> isGetter = hierarchy.methods("is" + Names.capitalized(name), 0, false);
    isGetter.removeIf(
        each -> each.getReturnType() != boolean.class && each.getReturnType() != Boolean.class);
    return isGetter;
  }

  /** By name: the class file is for Java 8, which has no records. */
  private boolean isRecord() {
    Class<?> parent = type.getSuperclass();
    return parent != null && parent.getName().equals("java.lang.Record");
  }

  /** The chosen method as each type declares it: those in front of a bridge, public ones first. */
  private static List<Method> declarations(List<Method> candidates, Method chosen) {
    List<Method> same = new ArrayList<>();
    for (Method each : candidates) {
      if (Arrays.equals(each.getParameterTypes(), chosen.getParameterTypes())) {
        same.add(each);
      }
    }
    return same;
  }

  private Accessor reader(List<Method> declarations, Object[] arguments, String what) {
    try {
      return new HandleAccessor(handles.of(preferred(declarations), arguments));
    } catch (IllegalAccessException | RuntimeException e) {
      return missing(what + " cannot be read: " + e);
    }
  }

  /**
   * Public methods before others, each nearest first. A private method is no override: without
   * this, a superclass's private namesake could hide an interface's public default.
   */
  private static List<Method> preferred(List<Method> declarations) {
    List<Method> ordered = new ArrayList<>(declarations);
    ordered.sort(
        (a, b) ->
            Boolean.compare(
                Modifier.isPublic(b.getModifiers()), Modifier.isPublic(a.getModifiers())));
    return ordered;
  }

  private Accessor missing(@Nullable String problem) {
    return new MissingAccessor(type.getName() + " " + problem + hierarchy.unreadable());
  }
}
