package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.List;

/**
 * The words between the modifiers and the parameters or annotated type of a pattern: a return type
 * where there is one, then the member unless its type is in parentheses.
 */
final class Words {
  private final List<int[]> ranges;
  private final boolean typeInParentheses;

  private Words(List<int[]> ranges, boolean typeInParentheses) {
    this.ranges = ranges;
    this.typeInParentheses = typeInParentheses;
  }

  /** Reads up to the opening parenthesis, which is left to be read. */
  static Words read(PatternText text) {
    List<int[]> ranges = new ArrayList<>();
    int at = text.blanksEnd(text.at());
    boolean blankBefore = true;
    while (text.wordEnd(at) > at) {
      int end = text.wordEnd(at);
      ranges.add(new int[] {at, end});
      at = text.blanksEnd(end);
      blankBefore = at > end;
    }
    if (text.charAt(at) != '(') {
      throw text.error(
          at,
          "unexpected " + text.shown(at) + " instead of '('",
          "write the parameters after the method name, or (..) for any");
    }
    text.moveTo(at);
    // f(@A String) is a parameter with an annotation, f (@A *).g() a return type before a type
    boolean annotated = text.charAt(text.blanksEnd(at + 1)) == '@';
    Words words = new Words(ranges, ranges.isEmpty() || (blankBefore && annotated));
    words.check(text);
    return words;
  }

  private void check(PatternText text) {
    if (ranges.size() <= (typeInParentheses ? 1 : 2)) {
      return;
    }
    String word = text.between(from(0), to(0));
    List<String> near = NearNames.of(word, MethodModifier.words(), 1);
    throw text.error(
        from(0),
        text.shown(from(0)) + " is no modifier",
        near.isEmpty()
            ? "before the class stand annotations, modifiers and one return type, in this order"
            : "did you mean " + near.get(0) + "?");
  }

  boolean isTypeInParentheses() {
    return typeInParentheses;
  }

  boolean hasReturnType() {
    return ranges.size() > (typeInParentheses ? 0 : 1);
  }

  int from(int word) {
    return ranges.get(word)[0];
  }

  int to(int word) {
    return ranges.get(word)[1];
  }

  int last() {
    return ranges.size() - 1;
  }
}
