package io.github.ratelimitagent.limit.template;

import org.jspecify.annotations.Nullable;

/** Where the value at the head of a path comes from. Immutable, thread-safe. */
interface HeadReader {
  /** Reads a call. What the application's code throws comes out unchanged. */
  @Nullable Object read(@Nullable Object self, @Nullable Object[] arguments) throws Throwable;
}
