package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.gate.Privileged;
import io.github.ratelimitagent.limit.template.AccessOpener;
import java.lang.reflect.Field;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows the calls by which Kotlin goes on with a {@code suspend} function that was suspended: the
 * same method is called again, with an object that the compiler made for it as last argument, in
 * whose {@code label} the sign bit tells such a call from a new one. Safe for many threads.
 */
final class SuspendedCalls {
  /** By class, in the class itself, so that none is held. */
  private final ClassValue<Optional<Field>> labels =
      new ClassValue<Optional<Field>>() {
        @Override
        protected Optional<Field> computeValue(Class<?> type) {
          return Privileged.get(() -> label(type));
        }
      };

  private final AccessOpener opener;

  SuspendedCalls(AccessOpener opener) {
    this.opener = opener;
  }

  /** Whether the call goes on with one that was counted when it began. */
  boolean isResumption(Site site, @Nullable Object[] args) throws IllegalAccessException {
    String className = site.suspendClass();
    if (className == null || args.length == 0) {
      return false;
    }
    Object continuation = args[args.length - 1];
    if (continuation == null || !continuation.getClass().getName().startsWith(className)) {
      return false;
    }
    Optional<Field> label = labels.get(continuation.getClass());
    return label.isPresent() && label.get().getInt(continuation) < 0;
  }

  private Optional<Field> label(Class<?> type) {
    try {
      Field field = type.getDeclaredField("label");
      if (field.getType() != int.class) {
        return Optional.empty();
      }
      opener.open(type);
      field.setAccessible(true);
      return Optional.of(field);
    } catch (NoSuchFieldException notOfTheCompiler) {
      return Optional.empty();
    }
  }
}
