package io.github.ratelimitagent.match;

/** Tells text that narrows a match from text that is wildcards and separators only. */
final class Wildcards {
  private Wildcards() {}

  static boolean constrains(String text) {
    for (int i = 0; i < text.length(); i++) {
      if ("*.$".indexOf(text.charAt(i)) < 0) {
        return true;
      }
    }
    return false;
  }
}
