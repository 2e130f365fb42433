package io.github.ratelimitagent.limit.template;

/**
 * An expression of a template that cannot work on the method it is bound to. The message says which
 * expression, what was seen, what exists, and what to write.
 */
public final class TemplateBindException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String expression;

  TemplateBindException(Expression expression, String problem) {
    super(expression.text() + ": " + problem);
    this.expression = expression.text();
  }

  /** The expression with its braces, as written in the template. */
  public String expression() {
    return expression;
  }
}
