package io.github.ratelimitagent.limit.template;

import org.jspecify.annotations.Nullable;

/** Reads one thing of every object of one class. Thread-safe; kept by that class. */
interface Accessor {
  /**
   * What the object has there, null for nothing.
   *
   * @param of the expression, named when the class has no such thing
   * @throws TemplateValueException when the class has no such thing
   * @throws Throwable what the object's own code throws, unchanged
   */
  @Nullable Object read(Object object, Expression of) throws Throwable;
}
