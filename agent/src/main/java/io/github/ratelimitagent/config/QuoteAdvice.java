package io.github.ratelimitagent.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What to write in double quotes where their lack is the fault. */
final class QuoteAdvice {
  private static final String ADDRESS =
      "write the address in double quotes, such as uri = \"redis://localhost:6379\"";
  private static final String PATTERN =
      "write patterns in double quotes, such as method = \"com.acme.Api.call(..)\"";
  private static final String TEMPLATE =
      "write templates in double quotes, such as key = \"user:{userId}\"";

  /** The parser takes what follows a comma for the name of the next field. */
  private static final Pattern NAME = Pattern.compile("Key '([^']+)' may not be followed by token");

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  private static final Pattern BRACES = Pattern.compile("\\{[A-Za-z0-9_.#:()-]+}");
  private static final Pattern OPEN_ADDRESS = Pattern.compile("uri\\s*[=:]\\s*[^\"\\s]|://");

  private QuoteAdvice() {}

  /** What the parser took for a name, of a message that says that it is none; else empty. */
  static String name(String message) {
    Matcher name = NAME.matcher(message);
    String found = name.find() ? name.group(1) : null;
    return found == null ? "" : found;
  }

  /**
   * Empty when the line does not tell.
   *
   * @param message of the parser
   * @param line the text that it is about
   */
  static String of(String message, String line) {
    String name = name(message);
    String open = QUOTED.matcher(line).replaceAll("\"\"");
    if (name.contains(")")) {
      return PATTERN;
    }
    if (OPEN_ADDRESS.matcher(open).find()) {
      return ADDRESS;
    }
    boolean braces = BRACES.matcher(open).find();
    if (braces && (open.contains("{" + name + "}") || message.contains("got ':'"))) {
      return TEMPLATE;
    }
    if (open.contains("(") || line.contains("method") || line.contains("exclude")) {
      return PATTERN;
    }
    return braces || (open.contains("{") && open.contains("=")) ? TEMPLATE : "";
  }
}
