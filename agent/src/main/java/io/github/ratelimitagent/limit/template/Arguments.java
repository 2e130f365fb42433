package io.github.ratelimitagent.limit.template;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** How the literals of a call fit the parameters of a method. */
final class Arguments {
  private static final int NO_FIT = -1;
  private static final List<Class<?>> TEXT_TYPES = Arrays.asList(String.class, CharSequence.class);
  private static final List<Class<?>> NUMBER_TYPES =
      Arrays.asList(
          int.class,
          long.class,
          Integer.class,
          Long.class,
          float.class,
          double.class,
          Number.class);
  private static final int WIDER = 100;

  private Arguments() {}

  static boolean fit(List<Object> literals, Class<?>[] parameters) {
    for (int i = 0; i < parameters.length; i++) {
      if (rank(literals.get(i), parameters[i]) == NO_FIT) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code one} is nearer to the literals than {@code other}; the same order always. */
  static boolean isBetter(List<Object> literals, Method one, Method other) {
    int difference = 0;
    for (int i = 0; i < literals.size(); i++) {
      difference += rank(literals.get(i), one.getParameterTypes()[i]);
      difference -= rank(literals.get(i), other.getParameterTypes()[i]);
    }
    // reflection gives overloads in no fixed order
    return difference < 0
        || (difference == 0
            && Arrays.toString(one.getParameterTypes())
                    .compareTo(Arrays.toString(other.getParameterTypes()))
                < 0);
  }

  static Object[] convert(List<Object> literals, Class<?>[] parameters) {
    Object[] converted = new Object[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      converted[i] = convert(literals.get(i), parameters[i]);
    }
    return converted;
  }

  private static int rank(Object literal, Class<?> parameter) {
    if (literal instanceof String) {
      int rank = TEXT_TYPES.indexOf(parameter);
      return rank >= 0 ? rank : parameter.isInstance(literal) ? WIDER : NO_FIT;
    }
    if (literal instanceof Long && (parameter == int.class || parameter == Integer.class)) {
      return NO_FIT;
    }
    int rank = NUMBER_TYPES.indexOf(parameter);
    return rank >= 0 ? rank : parameter.isInstance(literal) ? WIDER : NO_FIT;
  }

  private static Object convert(Object literal, Class<?> parameter) {
    if (parameter == long.class || parameter == Long.class) {
      return ((Number) literal).longValue();
    }
    if (parameter == float.class) {
      return ((Number) literal).floatValue();
    }
    if (parameter == double.class) {
      return ((Number) literal).doubleValue();
    }
    return literal;
  }
}
