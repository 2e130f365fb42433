package io.github.ratelimitagent.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of a HOCON text at which objects begin, by their paths. The parser cannot tell: it
 * merges objects of the same name in silence.
 */
final class Openings {
  private final Map<String, List<Integer>> lines = new HashMap<>();
  private final Map<String, Integer> order = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final Deque<Integer> openLines = new ArrayDeque<>();
  private final Deque<Integer> openIndents = new ArrayDeque<>();
  private final StringBuilder field = new StringBuilder();
  private int notClosed;
  private final String text;
  private int at;
  private int line = 1;
  private int lineStart;

  Openings(String text) {
    this.text = text;
    while (at < text.length()) {
      step(text.charAt(at));
    }
    if (notClosed == 0 && !openLines.isEmpty()) {
      notClosed = openLines.getLast();
    }
  }

  /**
   * The line whose brace is not closed by the end of the text, or 0. Which one it is only the
   * indentation can tell: the first whose closing brace stands further left.
   */
  int notClosed() {
    return openLines.isEmpty() ? 0 : notClosed;
  }

  /** How many objects begin before the first one of this path; a large number if it is none. */
  int order(String path) {
    return order.getOrDefault(path, Integer.MAX_VALUE);
  }

  /** In ascending order. */
  List<Integer> of(String path) {
    return lines.getOrDefault(path, Collections.<Integer>emptyList());
  }

  private void step(char c) {
    if (c == '#' || text.startsWith("//", at)) {
      skip(text.indexOf('\n', at));
    } else if (text.startsWith("\"\"\"", at)) {
      skip(text.indexOf("\"\"\"", at + 3) + 3);
    } else if (c == '"') {
      quoted();
    } else if (text.startsWith("${", at)) {
      skip(text.indexOf('}', at) + 1);
    } else {
      punctuation(c);
      skip(at + 1);
    }
  }

  private void punctuation(char c) {
    if (c == '{') {
      open();
    } else if (c == '}') {
      open.poll();
      close();
      field.setLength(0);
    } else if (c == '\n' || c == ',' || c == '[' || c == ']') {
      field.setLength(0);
    } else {
      field.append(c);
    }
  }

  private void open() {
    String name = name();
    String parent = open.isEmpty() ? "" : open.peek();
    String path = parent.isEmpty() || name.isEmpty() ? parent + name : parent + "." + name;
    open.push(path);
    openLines.push(line);
    openIndents.push(indent());
    field.setLength(0);
    order.putIfAbsent(path, order.size());
    List<Integer> before = lines.get(path);
    if (before == null) {
      before = new ArrayList<>();
      lines.put(path, before);
    }
    before.add(line);
  }

  /** Of the object that opens: what stands before its brace, an equals sign or colon apart. */
  private String name() {
    int end = 0;
    while (end < field.length() && field.charAt(end) != '=' && field.charAt(end) != ':') {
      end++;
    }
    return field.substring(0, end).trim();
  }

  private void close() {
    Integer opened = openLines.poll();
    Integer indent = openIndents.poll();
    int column = at - lineStart;
    boolean first = indent() == column;
    if (opened != null && indent != null && notClosed == 0 && first && column < indent) {
      notClosed = opened;
    }
  }

  /** The blanks that the line begins with. */
  private int indent() {
    int blanks = lineStart;
    while (blanks < at && Character.isWhitespace(text.charAt(blanks))) {
      blanks++;
    }
    return blanks - lineStart;
  }

  private void quoted() {
    int from = at + 1;
    int end = from;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    end = Math.min(end, text.length());
    field.append(text, from, end);
    skip(end + 1);
  }

  /** To the index; to the end when it was not found. */
  private void skip(int to) {
    int end = to <= at ? text.length() : Math.min(to, text.length());
    for (int i = at; i < end; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    at = end;
  }
}
