package io.github.ratelimitagent.testapp.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Map;

/** Where the demo prints. Safe for use by many threads. */
final class Terminal {
  private static final String CLEAR_LINE = "\r\u001b[K";

  final Style style;
  private final PrintStream out;
  private final boolean rewritesLines;
  private boolean inProgress;

  private Terminal(PrintStream out, Style style, boolean rewritesLines) {
    this.out = out;
    this.style = style;
    this.rewritesLines = rewritesLines;
  }

  /**
   * The standard output of this process.
   *
   * @param tty whether it is a terminal, which Java cannot say on every version
   */
  static Terminal standardOutput(boolean tty, Map<String, String> environment) {
    Charset charset = charset();
    boolean dumb = "dumb".equals(environment.get("TERM"));
    String noColour = environment.get("NO_COLOR");
    boolean colours = tty && !dumb && (noColour == null || noColour.isEmpty());
    Style style = new Style(charset.newEncoder().canEncode(Style.LETTERS), colours);
    try {
      PrintStream out =
          new PrintStream(new FileOutputStream(FileDescriptor.out), true, charset.name());
      return new Terminal(out, style, tty && !dumb);
    } catch (UnsupportedEncodingException impossible) { // it is the name of a charset we hold
      throw new IllegalStateException(impossible);
    }
  }

  private static Charset charset() {
    // The default charset is UTF-8 since Java 18, whatever the terminal wants.
    for (String property :
        new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
      String name = System.getProperty(property);
      if (name != null && Charset.isSupported(name)) {
        return Charset.forName(name);
      }
    }
    return Charset.defaultCharset();
  }

  /** Whether a line of progress replaces the one before. */
  boolean rewritesLines() {
    return rewritesLines;
  }

  synchronized void line(String text) {
    endProgress();
    out.println(text);
  }

  void line() {
    line("");
  }

  /** Says how far things are, in one line that the next one replaces where that is possible. */
  synchronized void progress(String text) {
    if (rewritesLines) {
      out.print(CLEAR_LINE + text);
      out.flush();
      inProgress = true;
    } else {
      out.println(text);
    }
  }

  /** Keeps the last line of progress, so that what comes next begins a new one. */
  synchronized void endProgress() {
    if (inProgress) {
      out.println();
      inProgress = false;
    }
  }
}
