package io.github.ratelimitagent.limit.template;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Accessors of maps, lists and arrays. An index or key that is not there reads as null. */
final class ContainerAccessors {
  private ContainerAccessors() {}

  static Accessor index(Class<?> type, int index) {
    if (type.isArray()) {
      return (array, of) -> index < Array.getLength(array) ? Array.get(array, index) : null;
    }
    if (List.class.isAssignableFrom(type)) {
      return (list, of) -> index < ((List<?>) list).size() ? ((List<?>) list).get(index) : null;
    }
    return new MissingAccessor(type.getName() + " is neither a list nor an array");
  }

  static Accessor key(Class<?> type, String key) {
    if (Map.class.isAssignableFrom(type)) {
      return (map, of) -> ((Map<?, ?>) map).get(key);
    }
    return new MissingAccessor(type.getName() + " is not a map");
  }

  /** What a name means for a container besides its getters, null for other classes. */
  static @Nullable Accessor name(Class<?> type, String name) {
    if (Map.class.isAssignableFrom(type)) {
      return key(type, name);
    }
    if (Names.isIndex(name)) {
      return index(type, Integer.parseInt(name));
    }
    return type.isArray() && name.equals("length") ? (array, of) -> Array.getLength(array) : null;
  }
}
