package io.github.ratelimitagent.limit.template;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Reads through a handle of type {@code (Object)Object}. */
final class HandleAccessor implements Accessor {
  private final MethodHandle handle;

  HandleAccessor(MethodHandle handle) {
    this.handle = handle;
  }

  @Override
  public @Nullable Object read(Object object, Expression of) throws Throwable {
    return (Object) handle.invokeExact(object);
  }
}
