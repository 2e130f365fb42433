package io.github.ratelimitagent.limit.template;

/**
 * A template that does not parse. The message says what is wrong and what to write, then shows the
 * template with a caret under the place.
 */
public final class TemplateSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN_BEFORE = 50;
  private static final int SHOWN_AFTER = 30;

  private final String description;
  private final int position;

  TemplateSyntaxException(String source, int position, String description) {
    super(description + "\n" + pointAt(source, position));
    this.description = description;
    this.position = position;
  }

  /** What is wrong and what to write, in one line without the template. */
  public String description() {
    return description;
  }

  /** The place in the template, in chars from 0; the template's length for its end. */
  public int position() {
    return position;
  }

  private static String pointAt(String source, int position) {
    int from = Math.max(0, position - SHOWN_BEFORE);
    int to = Math.min(source.length(), position + SHOWN_AFTER);
    StringBuilder shown = new StringBuilder("  ").append(from > 0 ? "..." : "");
    StringBuilder caret = new StringBuilder("  ").append(from > 0 ? "   " : "");
    for (int i = from; i < to; i++) {
      char c = source.charAt(i);
      // a line break or a lone half of a pair would move the caret
      shown.append(c < ' ' || c == 0x7f || Character.isSurrogate(c) ? '?' : c);
      if (i < position) {
        caret.append(' ');
      }
    }
    shown.append(to < source.length() ? "..." : "");
    return shown.append('\n').append(caret).append('^').toString();
  }
}
