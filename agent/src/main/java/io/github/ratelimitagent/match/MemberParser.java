package io.github.ratelimitagent.match;

import java.util.Collections;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the declaring type and the name of the method, up to and with the opening parenthesis. */
final class MemberParser {
  private static final String CONSTRUCTOR = "new";

  private final PatternText text;
  private final NameParser names;
  private final Words words;
  private int nameFrom;
  private int nameTo;

  MemberParser(PatternText text, NameParser names, Words words) {
    this.text = text;
    this.names = names;
    this.words = words;
  }

  /** Reads the type, by itself or with annotations in parentheses. */
  DeclaringPattern declaring(Supplier<AnnotationsPattern> annotations) {
    return words.isTypeInParentheses() ? annotatedType(annotations) : plainType();
  }

  /** Reads the name; null for a constructor. */
  @Nullable NameGlob name() {
    String name = text.between(nameFrom, nameTo);
    if (name.equals("<init>")) {
      String written = text.between(words.from(words.last()), nameFrom);
      throw text.error(nameFrom, "<init> is no method name", "write new: " + written + "new(..)");
    }
    if (name.equals("<clinit>")) {
      throw text.error(
          nameFrom, "static initializers cannot be limited", "name a method or a constructor");
    }
    text.moveTo(nameTo);
    text.skipBlanks();
    if (!text.skip('(')) {
      throw text.error(
          text.at(),
          "unexpected " + text.shown(text.at()) + " instead of '('",
          "write the parameters after the method name, or (..) for any");
    }
    return name.equals(CONSTRUCTOR) ? null : names.methodName(nameFrom, nameTo);
  }

  private DeclaringPattern plainType() {
    int from = words.from(words.last());
    int to = words.to(words.last());
    int separator = separator(from, to);
    nameFrom = separator + 1;
    nameTo = to;
    checkHasName();
    if (separator > from && text.charAt(separator) == '.' && text.charAt(separator - 1) == '.') {
      throw text.error(
          separator,
          "no class between .. and the method name",
          "write com.acme..*.charge(..) for every class below a package");
    }
    return type(new AnnotationsPattern(Collections.emptyList()), from, separator);
  }

  private int separator(int from, int to) {
    String word = text.between(from, to);
    int separator = word.indexOf('#') >= 0 ? word.indexOf('#') : word.lastIndexOf('.');
    if (separator < 0) {
      throw text.error(
          from,
          "no class before the method name " + text.shown(from),
          "write it in full, as in com.acme.PaymentService.charge(..), or *.charge(..) for any class");
    }
    return from + separator;
  }

  private DeclaringPattern annotatedType(Supplier<AnnotationsPattern> annotations) {
    int open = text.at();
    text.skip('(');
    AnnotationsPattern read = annotations.get();
    if (read.isEmpty()) {
      throw text.error(
          open,
          "parentheses without a class and method before them",
          "write com.acme.PaymentService.charge(..), or (@com.acme.Api *).*(..) for the types with"
              + " an annotation");
    }
    int from = text.at();
    int to = text.wordEnd(from);
    DeclaringPattern type = type(read, from, to);
    text.moveTo(to);
    text.skipBlanks();
    if (!text.skip(')')) {
      throw text.error(
          text.at(),
          "unexpected " + text.shown(text.at()) + " instead of ')'",
          "write annotations and one type: (@com.acme.Api *).*(..)");
    }
    if (!text.skip('.') && !text.skip('#')) {
      throw text.error(
          text.at(),
          "no method after the type in parentheses",
          "write one, as in (@com.acme.Api *).*(..); a + stands before the ')'");
    }
    nameFrom = text.at();
    nameTo = text.wordEnd(nameFrom);
    checkHasName();
    return type;
  }

  private void checkHasName() {
    if (nameFrom == nameTo) {
      throw text.error(nameFrom, "the method name is missing", "write one, or * for every method");
    }
  }

  private DeclaringPattern type(AnnotationsPattern annotations, int from, int to) {
    boolean subtypes = to > from + 1 && text.charAt(to - 1) == '+';
    return new DeclaringPattern(
        annotations, names.className(from, subtypes ? to - 1 : to), subtypes);
  }
}
