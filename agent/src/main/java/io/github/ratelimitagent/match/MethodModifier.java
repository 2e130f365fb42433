package io.github.ratelimitagent.match;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A modifier that a pattern can name. */
enum MethodModifier {
  PUBLIC(Modifier.PUBLIC),
  PROTECTED(Modifier.PROTECTED),
  PRIVATE(Modifier.PRIVATE),
  ABSTRACT(Modifier.ABSTRACT),
  STATIC(Modifier.STATIC),
  FINAL(Modifier.FINAL),
  SYNCHRONIZED(Modifier.SYNCHRONIZED),
  NATIVE(Modifier.NATIVE),
  STRICTFP(Modifier.STRICT);

  /** At most one of these is on a method. */
  static final int ACCESS = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE;

  final int flag;

  MethodModifier(int flag) {
    this.flag = flag;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<MethodModifier> of(String word) {
    for (MethodModifier modifier : values()) {
      if (modifier.word().equals(word)) {
        return Optional.of(modifier);
      }
    }
    return Optional.empty();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(MethodModifier::word).collect(Collectors.toList());
  }
}
