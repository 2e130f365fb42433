package io.github.ratelimitagent.limit.template;

/**
 * A call whose arguments do not fit the template: a property that the object does not have, a
 * number that is not whole. The message names the expression and classes, never a value, since
 * values can be secrets.
 */
public final class TemplateValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TemplateValueException(Expression expression, String problem) {
    super(expression.text() + ": " + problem);
  }

  TemplateValueException(Template template, String problem) {
    super("template \"" + template.source() + "\": " + problem);
  }

  /** Nothing: the message names the place in the configuration, and a fault may come every call. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is no state to guard
  public Throwable fillInStackTrace() {
    return this;
  }
}
