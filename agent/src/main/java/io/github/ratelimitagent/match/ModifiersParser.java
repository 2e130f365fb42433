package io.github.ratelimitagent.match;

import java.util.Optional;

/** Reads the modifiers of a pattern. */
final class ModifiersParser {
  private final PatternText text;

  ModifiersParser(PatternText text) {
    this.text = text;
  }

  /** Reads as many modifiers as come next. */
  ModifiersPattern modifiers() {
    ModifiersPattern read = new ModifiersPattern(0, 0);
    while (true) {
      text.skipBlanks();
      int start = text.at();
      boolean wanted = !text.skip('!');
      text.skipBlanks();
      int from = text.at();
      int to = text.wordEnd(from);
      Optional<MethodModifier> modifier = MethodModifier.of(text.between(from, to));
      if (!modifier.isPresent()) {
        if (!wanted) {
          throw text.error(
              from,
              "no modifier after '!'",
              "only modifiers can be negated, as in !static; leave methods out with 'exclude'");
        }
        text.moveTo(start);
        return read;
      }
      checkAgainst(read, modifier.get(), wanted, from);
      read = read.with(modifier.get(), wanted);
      text.moveTo(to);
    }
  }

  private void checkAgainst(ModifiersPattern read, MethodModifier next, boolean wanted, int at) {
    if ((read.named() & next.flag) != 0) {
      throw text.error(
          at, "the modifier " + next.word() + " twice", "name a modifier once, with or without !");
    }
    if (wanted
        && (next.flag & MethodModifier.ACCESS) != 0
        && (read.required() & MethodModifier.ACCESS) != 0) {
      throw text.error(
          at,
          "a method has only one of public, protected and private",
          "exclude the others instead: !private covers public, protected and package-private");
    }
  }
}
