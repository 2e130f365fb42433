package io.github.ratelimitagent.limit.template;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A parsed template, such as {@code user:{userId}}: texts, and expressions that read a call.
 * Immutable; equal when the source text is.
 *
 * <p>It renders nothing by itself: {@link #bind} ties it to a method first, since names and types
 * mean something only there.
 */
public final class Template {
  private final String source;
  private final List<Object> parts;

  private Template(String source, List<Object> parts) {
    this.source = source;
    this.parts = Collections.unmodifiableList(parts);
  }

  /**
   * Parses a template.
   *
   * @throws TemplateSyntaxException when it does not parse; no other exception
   */
  public static Template parse(String source) {
    return new Template(source, TemplateParser.parse(source));
  }

  /** The text it was parsed from. */
  public String source() {
    return source;
  }

  /**
   * The texts, with {@code {}} for each expression: templates of one form render the same text when
   * their expressions read the same.
   */
  public String form() {
    StringBuilder form = new StringBuilder();
    for (Object part : parts) {
      form.append(part instanceof String ? part : "{}");
    }
    return form.toString();
  }

  /**
   * In its plainest writing on a method, with parameters by position: templates that are equal so
   * render the same text for each of its calls.
   */
  public String on(CallSignature signature) {
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      text.append(part instanceof String ? escaped(part) : ((Expression) part).on(signature));
    }
    return text.toString();
  }

  /** Whether it has no expression and renders the same text for every method. */
  public boolean isConstant() {
    return constantText() != null;
  }

  /** The number it stands for at every call, if it is constant and a whole number. */
  public OptionalLong constantNumber() {
    String text = constantText();
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether an expression reads the object that the method is called on. */
  public boolean usesThis() {
    return uses(Expression.Head.THIS);
  }

  /**
   * Whether an expression may read an argument. A static call counts, since only {@link #bind} can
   * tell it from a parameter's name: {@link BoundTemplate#needsArguments()} is exact.
   */
  public boolean needsArguments() {
    return uses(Expression.Head.POSITION) || uses(Expression.Head.NAME);
  }

  /**
   * Ties the template to a method, for a key or a condition. Loads no class.
   *
   * @param accessors the readers of object members, shared by all templates of an agent
   * @throws TemplateBindException when an expression cannot work on the method
   */
  public BoundTemplate bind(CallSignature signature, Accessors accessors)
      throws TemplateBindException {
    return new Binder(this, signature, accessors).bind(false);
  }

  /**
   * Ties the template to a method, for a number such as {@code permits}. Loads no class.
   *
   * @throws TemplateBindException when an expression cannot work on the method or cannot be a
   *     number
   */
  public BoundTemplate bindNumber(CallSignature signature, Accessors accessors)
      throws TemplateBindException {
    return new Binder(this, signature, accessors).bind(true);
  }

  /** {@code String}s and {@link Expression}s, no two strings in a row. */
  List<Object> parts() {
    return parts;
  }

  private @Nullable String constantText() {
    if (parts.isEmpty()) {
      return "";
    }
    Object first = parts.get(0);
    return parts.size() == 1 && first instanceof String ? (String) first : null;
  }

  private boolean uses(Expression.Head head) {
    for (Object part : parts) {
      if (part instanceof Expression && ((Expression) part).head() == head) {
        return true;
      }
    }
    return false;
  }

  /** In its plainest writing; parses to a template that renders the same. */
  String canonical() {
    StringBuilder plain = new StringBuilder();
    for (Object part : parts) {
      plain.append(part instanceof String ? escaped(part) : part.toString());
    }
    return plain.toString();
  }

  private static String escaped(Object text) {
    return ((String) text).replace("{", "{{").replace("}", "}}");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Template && source.equals(((Template) other).source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  /** The text it was parsed from. */
  @Override
  public String toString() {
    return source;
  }
}
