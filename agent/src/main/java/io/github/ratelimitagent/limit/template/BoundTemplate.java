package io.github.ratelimitagent.limit.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A template that knows its method, made when a class is woven. It holds no class of the
 * application. Immutable, thread-safe; rendering calls the application's getters and does not block
 * by itself.
 */
public final class BoundTemplate {
  private final Template template;
  private final String[] before;
  private final BoundExpression[] expressions;
  private final String tail;
  private final @Nullable String constantKey;
  private final boolean needsArguments;
  private final List<String> warnings;

  /**
   * A bound template.
   *
   * @param before the literal text in front of each expression
   * @param tail the literal text after the last expression
   */
  BoundTemplate(
      Template template,
      String[] before,
      BoundExpression[] expressions,
      String tail,
      boolean needsArguments,
      List<String> warnings) {
    this.template = template;
    this.before = before;
    this.expressions = expressions;
    this.tail = tail;
    this.constantKey = expressions.length == 0 ? KeyText.bounded(tail) : null;
    this.needsArguments = needsArguments;
    this.warnings = warnings;
  }

  public Template template() {
    return template;
  }

  /** Whether it renders the same for every call of its method; then the same object each time. */
  public boolean isConstant() {
    return constantKey != null;
  }

  /** Whether rendering reads an argument; without it {@code arguments} may be empty. */
  public boolean needsArguments() {
    return needsArguments;
  }

  /** What will render but is probably not meant, in words for the log. */
  public List<String> warnings() {
    return warnings;
  }

  /** What every call renders; null when that depends on the call. */
  public @Nullable String constant() {
    return constantKey;
  }

  /**
   * The key of a call's bucket: braces in values percent-encoded, and more than 256 bytes of UTF-8
   * cut to the first 190, {@code ~} and the SHA-256 of all in hex.
   *
   * @param self the object the method is called on, null for a static method or constructor
   * @throws TemplateValueException when the arguments do not fit the template
   * @throws Throwable what a getter throws, unchanged
   */
  public String render(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    if (constantKey != null) {
      return constantKey;
    }
    String first = KeyText.encodeBraces(expressions[0].text(self, arguments));
    if (expressions.length > 1) {
      return KeyText.bounded(join(first, self, arguments, true));
    }
    // the usual template has one expression; each way makes the key and nothing else
    if (!tail.isEmpty()) {
      return KeyText.bounded(before[0] + first + tail);
    }
    return KeyText.bounded(before[0].isEmpty() ? first : before[0].concat(first));
  }

  /**
   * The text of a call for a condition: nothing encoded, nothing cut.
   *
   * @throws Throwable as {@link #render}
   */
  public String text(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    if (expressions.length == 0) {
      return tail;
    }
    return join(expressions[0].text(self, arguments), self, arguments, false);
  }

  /**
   * The number of a call. A text that spells a whole number counts as one.
   *
   * @throws TemplateValueException when it is not a whole number that fits into 64 bits
   * @throws Throwable as {@link #render}
   */
  public long number(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    boolean alone = expressions.length == 1 && before[0].isEmpty() && tail.isEmpty();
    Object value = alone ? expressions[0].value(self, arguments) : text(self, arguments);
    if (value instanceof Integer) {
      return (Integer) value;
    }
    try {
      return WholeNumber.of(value);
    } catch (ArithmeticException e) {
      throw new TemplateValueException(
          template, "a number that is not whole or does not fit into 64 bits");
    } catch (NumberFormatException e) {
      throw new TemplateValueException(
          template,
          value == null ? "null is not a whole number" : "a " + name(value) + " that is no number");
    }
  }

  /**
   * The permits of a call, 0 or more.
   *
   * @throws TemplateValueException as {@link #number}, and when it is negative
   * @throws Throwable as {@link #render}
   */
  public long permits(@Nullable Object self, @Nullable Object[] arguments) throws Throwable {
    long permits = number(self, arguments);
    if (permits < 0) {
      throw new TemplateValueException(template, "a negative number is no number of permits");
    }
    return permits;
  }

  private static String name(Object value) {
    return value.getClass().getName();
  }

  private String join(
      String first, @Nullable Object self, @Nullable Object[] arguments, boolean encoded)
      throws Throwable {
    StringBuilder text = new StringBuilder(before[0]).append(first);
    for (int i = 1; i < expressions.length; i++) {
      String value = expressions[i].text(self, arguments);
      text.append(before[i]).append(encoded ? KeyText.encodeBraces(value) : value);
    }
    return text.append(tail).toString();
  }

  @Override
  public String toString() {
    return template.source();
  }
}
