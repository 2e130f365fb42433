package io.github.ratelimitagent.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A value with substitutions, as the parser prints it: each time that it was written, first to
 * last, with the paths that it names. Commas stand between them.
 */
final class Written {
  private final String text;
  private final List<String> paths = new ArrayList<>();
  private int from;
  private int at;

  Written(String text) {
    this.text = text;
  }

  /** Goes to the next; false when there is none. */
  boolean next() {
    paths.clear();
    from = at;
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ',' && depth == 0) {
        at++;
        break;
      }
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      if (c == '"') {
        at = endOfText();
      } else if (text.startsWith("${", at)) {
        paths.add(path());
      } else {
        at++;
      }
    }
    return at > from;
  }

  int length() {
    return at - from;
  }

  List<String> paths() {
    return paths;
  }

  private String path() {
    int begin = at + (text.startsWith("${?", at) ? 3 : 2);
    at = begin;
    while (at < text.length() && text.charAt(at) != '}') {
      at = text.charAt(at) == '"' ? endOfText() : at + 1;
    }
    String path = text.substring(begin, Math.min(at, text.length()));
    at++;
    return path;
  }

  private int endOfText() {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return end + 1;
  }
}
