package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one pattern. Used once. */
final class PatternParser {
  private static final String EXAMPLE = "com.acme.PaymentService.charge(..)";

  /** A class and a method, or a constructor, with nothing else. */
  private static final Pattern PLAIN = Pattern.compile("[\\w$.*]+\\.([\\w$*]+|<init>)");

  private static final String EXECUTION = "execution";
  private static final List<String> OTHER_DESIGNATORS =
      Collections.unmodifiableList(
          Arrays.asList(
              "call",
              "within",
              "withincode",
              "cflow",
              "cflowbelow",
              "args",
              "this",
              "target",
              "get",
              "set",
              "handler",
              "initialization",
              "preinitialization",
              "staticinitialization",
              "bean",
              "@annotation",
              "@within",
              "@args",
              "@this",
              "@target"));

  private final PatternText text;
  private final NameParser names;
  private final ParametersParser parameters;

  PatternParser(String source) {
    this.text = new PatternText(source);
    this.names = new NameParser(text);
    this.parameters = new ParametersParser(text, names);
  }

  MethodPattern parse() {
    text.skipBlanks();
    checkHasParentheses();
    boolean wrapped = skipExecution();
    checkNoOtherDesignator();
    int start = text.at();
    AnnotationsPattern annotations = annotations();
    int modifiersAt = text.at();
    ModifiersPattern modifiers = new ModifiersParser(text).modifiers();
    MethodPattern pattern = method(annotations, modifiers);
    checkModifiers(pattern, modifiers, modifiersAt);
    checkEnd(wrapped);
    if (!pattern.declaring().constrains() && !pattern.signature().constrains()) {
      throw text.error(
          start,
          "the pattern covers every method there is",
          "name a package, a class, a method or an annotation: com.acme..*.*(..)");
    }
    return pattern;
  }

  private void checkHasParentheses() {
    if (text.atEnd()) {
      throw text.error(0, "the pattern is empty", "write a class and a method: " + EXAMPLE);
    }
    if (text.all().indexOf('(') < 0) {
      throw text.error(
          text.all().length(),
          "no parentheses after the method name",
          "the parentheses are required: "
              + withParentheses(text.all().trim())
              + " covers every overload; if more was written, put the pattern in quotes: an unquoted"
              + " # starts a comment in HOCON");
    }
  }

  private static String withParentheses(String written) {
    return PLAIN.matcher(written).matches() ? written.replace("<init>", "new") + "(..)" : EXAMPLE;
  }

  private boolean skipExecution() {
    int start = text.at();
    int end = text.wordEnd(start);
    if (!text.between(start, end).equals(EXECUTION)) {
      return false;
    }
    text.moveTo(end);
    text.skipBlanks();
    boolean wrapped = text.skip('(');
    if (!wrapped) {
      text.moveTo(start);
    }
    text.skipBlanks();
    return wrapped;
  }

  private void checkNoOtherDesignator() {
    int start = text.at();
    int end = text.wordEnd(start);
    String word = text.between(start, end);
    if (OTHER_DESIGNATORS.contains(word) && text.charAt(text.blanksEnd(end)) == '(') {
      throw text.error(
          start,
          word + "(...) is not supported",
          "write " + EXAMPLE + ", @com.acme.Limited com.acme..*.*(..) or (@com.acme.Api *).*(..)");
    }
  }

  private AnnotationsPattern annotations() {
    List<String> read = new ArrayList<>();
    text.skipBlanks();
    while (text.skip('@')) {
      int from = text.at();
      int to = text.wordEnd(from);
      read.add(names.annotationName(from, to));
      if (text.charAt(to) == '(') {
        throw text.error(
            to, "annotation values cannot be matched", "write the annotation's name only");
      }
      text.moveTo(to);
      text.skipBlanks();
    }
    return new AnnotationsPattern(read);
  }

  private MethodPattern method(AnnotationsPattern annotations, ModifiersPattern modifiers) {
    Words words = Words.read(text);
    @Nullable TypePattern returnType = null;
    if (words.hasReturnType()) {
      returnType = parameters.returnType(words.from(0), words.to(0));
    }
    MemberParser member = new MemberParser(text, names, words);
    DeclaringPattern declaring = member.declaring(this::annotations);
    @Nullable NameGlob name = member.name();
    if (name == null && returnType != null) {
      throw text.error(
          words.from(0),
          "a constructor has no return type",
          "write com.acme.Order.new(..) without one");
    }
    if (returnType != null && returnType.isAny()) {
      returnType = null;
    }
    return new MethodPattern(
        text.all(),
        declaring,
        new SignaturePattern(annotations, modifiers, returnType, name, parameters.parameters()));
  }

  private void checkModifiers(MethodPattern pattern, ModifiersPattern modifiers, int at) {
    if (pattern.isConstructorPattern() && (modifiers.required() & ~MethodModifier.ACCESS) != 0) {
      throw text.error(
          at,
          "a constructor is public, protected, private or none of them",
          "leave the other modifiers out");
    }
  }

  private void checkEnd(boolean wrapped) {
    text.skipBlanks();
    if (wrapped && !text.skip(')') && text.atEnd()) {
      throw text.error(text.at(), "execution( has no closing ')'", "write it at the end");
    }
    text.skipBlanks();
    if (text.atEnd()) {
      return;
    }
    int at = text.at();
    String rest = text.between(at, text.all().length());
    if (rest.startsWith("throws")) {
      throw text.error(at, "exceptions cannot be matched", "leave out the throws clause");
    }
    if (rest.startsWith("&&") || rest.startsWith("||")) {
      throw text.error(
          at,
          "patterns cannot be combined",
          "write a list of patterns instead of ||, and 'exclude' instead of && !");
    }
    throw text.error(
        at,
        "unexpected " + text.shown(at) + " after the parameters",
        "end the pattern at its closing parenthesis");
  }
}
