package io.github.ratelimitagent.testapp.demo;

/** What a terminal can show: letters beyond ASCII or not, colours or not. Immutable. */
final class Style {
  /** The colours of the demo, by what they stand for. */
  enum Colour {
    GRANTED("32"),
    REJECTED("90"),
    TOKENS("36"),
    WRONG("31"),
    HEADING("1");

    private final String code;

    Colour(String code) {
      this.code = code;
    }
  }

  private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
  private static final String ASCII_BLOCKS = " .:|";

  /** All the letters that a charset must have for the demo to use them. */
  static final String LETTERS = BLOCKS + "●·│└─┴×";

  private final boolean unicode;
  private final boolean colours;

  Style(boolean unicode, boolean colours) {
    this.unicode = unicode;
    this.colours = colours;
  }

  String paint(Colour colour, String text) {
    return colours && !text.trim().isEmpty()
        ? "\u001b[" + colour.code + "m" + text + "\u001b[0m"
        : text;
  }

  /** A cell filled from below to the given share of its height. */
  char block(double share) {
    String blocks = unicode ? BLOCKS : ASCII_BLOCKS;
    int level = (int) Math.round(share * (blocks.length() - 1));
    return blocks.charAt(Math.max(0, Math.min(blocks.length() - 1, level)));
  }

  char granted() {
    return unicode ? '●' : '#';
  }

  char rejected() {
    return unicode ? '·' : '.';
  }

  char wall() {
    return unicode ? '│' : '|';
  }

  char corner() {
    return unicode ? '└' : '+';
  }

  char floor() {
    return unicode ? '─' : '-';
  }

  char tick() {
    return unicode ? '┴' : '+';
  }

  char times() {
    return unicode ? '×' : 'x';
  }
}
