package io.github.ratelimitagent.match;

/**
 * Damerau-Levenshtein distance in its restricted form: insertions, deletions, replacements and
 * swaps of neighbours, each part edited once.
 */
final class EditDistance {
  private EditDistance() {}

  /** The distance, or a number above {@code most} when it is above it. */
  static int between(String a, String b, int most) {
    if (Math.abs(a.length() - b.length()) > most) {
      return most + 1;
    }
    int[] beforePrevious = new int[b.length() + 1];
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      current[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] spare = beforePrevious;
      beforePrevious = previous;
      previous = current;
      current = spare;
      current[0] = i;
      int least = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int edit = previous[j - 1] + (same ? 0 : 1);
        edit = Math.min(edit, Math.min(previous[j], current[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          edit = Math.min(edit, beforePrevious[j - 2] + 1);
        }
        current[j] = edit;
        least = Math.min(least, edit);
      }
      if (least > most + 1) {
        return most + 1;
      }
    }
    return current[b.length()];
  }
}
