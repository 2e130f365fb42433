package io.github.ratelimitagent.limit.template;

import org.jspecify.annotations.Nullable;

/** An expression that knows its method: reads a value of a call. Immutable, thread-safe. */
final class BoundExpression {
  private final Expression expression;
  private final HeadReader head;
  private final Step[] steps;
  private final Accessors accessors;
  private final String orElse;

  BoundExpression(Expression expression, HeadReader head, Step[] steps, Accessors accessors) {
    this.expression = expression;
    this.head = head;
    this.steps = steps;
    this.accessors = accessors;
    String given = expression.orElse();
    this.orElse = given == null ? "null" : given;
  }

  /** The value, the text of the default when it is null, or null when there is no default. */
  @Nullable Object value(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    Object value;
    try {
      value = path(self, arguments);
    } catch (Exception e) {
      throw named(e);
    }
    return value == null ? expression.orElse() : value;
  }

  /** The value as Java prints it; of a null the default or {@code null}. */
  String text(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    try {
      return textOf(self, arguments);
    } catch (Exception e) {
      throw named(e);
    }
  }

  /** The application's exceptions with the expression: its own messages are not to be logged. */
  private Exception named(Exception e) {
    return e instanceof TemplateValueException || e instanceof InterruptedException
        ? e
        : new TemplateValueException(expression, e.getClass().getName());
  }

  private String textOf(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    Object value = path(self, arguments);
    if (value instanceof String) {
      return (String) value;
    }
    if (value == null) {
      return orElse;
    }
    if (value.getClass().isArray()) {
      // its text would be another one for each array: a bucket per call
      throw new TemplateValueException(
          expression, "an array has no text of its own; name an element, as in {ids[0]}");
    }
    String text = value.toString();
    return text == null ? orElse : text;
  }

  private @Nullable Object path(@Nullable Object self, @Nullable Object[] arguments)
      throws Throwable {
    Object value = head.read(self, arguments);
    for (int i = 0; i < steps.length && value != null; i++) {
      value = accessors.of(value.getClass(), steps[i]).read(value, expression);
    }
    return value;
  }
}
