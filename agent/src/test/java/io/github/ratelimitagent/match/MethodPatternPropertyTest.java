package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Generated patterns, and texts that are hardly ever patterns. */
class MethodPatternPropertyTest {
  private static final Class<?>[] CLASSES = MatchedMethods.CLASSES;

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void parse_canonicalText_printsTheSame(@ForAll("canonical") String text) {
    MethodPattern pattern = MethodPattern.parse(text);

    assertThat(pattern).hasToString(text);
    assertThat(pattern.source()).isEqualTo(text);
    assertThat(MethodPattern.parse(pattern.toString()))
        .isEqualTo(pattern)
        .hasSameHashCodeAs(pattern);
  }

  @Example
  void equals_onePartOther_notEqual() {
    String[] texts = {
      "com.acme.A.b(..)",
      "com.acme.A.c(..)",
      "com.acme.A.new(..)",
      "com.acme.B.b(..)",
      "com.acme.A+.b(..)",
      "(@a.B com.acme.A).b(..)",
      "@a.B com.acme.A.b(..)",
      "public com.acme.A.b(..)",
      "!public com.acme.A.b(..)",
      "void com.acme.A.b(..)",
      "int com.acme.A.b(..)",
      "int[] com.acme.A.b(..)",
      "com.acme.A.b()",
      "com.acme.A.b(*)",
      "com.acme.A.b(*[])",
      "com.acme.A.b(*, ..)",
    };
    for (String one : texts) {
      for (String other : texts) {
        assertThat(MethodPattern.parse(one).equals(MethodPattern.parse(other)))
            .as("%s and %s", one, other)
            .isEqualTo(one.equals(other));
      }
    }
  }

  /** Blanks, a surrounding execution, # and the return type * are spelling only. */
  @Property(edgeCases = EdgeCasesMode.NONE)
  void parse_otherSpelling_equalPattern(
      @ForAll("canonical") String text, @ForAll("blanks") String blanks) {
    MethodPattern pattern = MethodPattern.parse(text);
    int open = text.lastIndexOf('(');
    int dot = text.lastIndexOf('.', open);
    String spelled =
        blanks
            + text.substring(0, dot).replace(" ", " " + blanks)
            + "#"
            + text.substring(dot + 1, open)
            + blanks
            + text.substring(open).replace(", ", blanks + "," + blanks).replace(")", blanks + ")")
            + blanks;

    assertThat(MethodPattern.parse(spelled)).isEqualTo(pattern).hasToString(text);
    assertThat(MethodPattern.parse("execution" + blanks + "(" + spelled + ")" + blanks))
        .isEqualTo(pattern);
  }

  @Property(tries = 3000)
  void parse_anyText_patternOrSyntaxError(@ForAll String text) {
    parseOrSyntaxError(text);
  }

  @Property(tries = 5000)
  void parse_textOfPatternCharacters_patternOrSyntaxError(@ForAll("nearlyPatterns") String text) {
    parseOrSyntaxError(text);
  }

  @Property(tries = 5000, edgeCases = EdgeCasesMode.NONE)
  void parse_mutatedPattern_patternOrSyntaxError(
      @ForAll("canonical") String text,
      @ForAll("piece") String piece,
      @ForAll @IntRange(max = 200) int at,
      @ForAll @IntRange(max = 3) int removed) {
    int from = at % (text.length() + 1);
    int to = Math.min(text.length(), from + removed);
    parseOrSyntaxError(text.substring(0, from) + piece + text.substring(to));
  }

  @Property
  void mayMatchClass_impliedByMatches(@ForAll("aboutFixtures") String text) {
    MethodPattern pattern;
    try {
      pattern = MethodPattern.parse(text);
    } catch (PatternSyntaxException wildcardsOnly) {
      Assume.that(false);
      return;
    }
    for (Class<?> type : CLASSES) {
      TypeView view = Reflected.type(type);
      for (MethodView method : Reflected.members(type)) {
        boolean matches = pattern.matches(view, method);
        assertThat(matches)
            .isEqualTo(
                pattern.mayMatchClass(type.getName())
                    && pattern.matchesType(view)
                    && pattern.matchesMethod(method));
        if (pattern.matchesType(view)) {
          assertThat(pattern.mayMatchClass(type.getName())).isTrue();
        }
      }
    }
  }

  private static void parseOrSyntaxError(String text) {
    MethodPattern pattern;
    try {
      pattern = MethodPattern.parse(text);
    } catch (PatternSyntaxException refused) {
      assertThat(refused.getMessage().split("\n", -1)).hasSize(4);
      assertThat(refused.position()).isBetween(0, text.length());
      assertThat(refused.pattern()).isEqualTo(text);
      return;
    }
    assertThat(MethodPattern.parse(pattern.toString())).isEqualTo(pattern);
  }

  @Provide
  Arbitrary<String> blanks() {
    return Arbitraries.of("", " ", "  ", "\t", "\n", "\u00a0");
  }

  @Provide
  Arbitrary<String> piece() {
    return Arbitraries.of(
        "",
        " ",
        "(",
        ")",
        "..",
        ".",
        "*",
        "+",
        "@",
        "#",
        "!",
        ",",
        "[]",
        "...",
        "$",
        "new",
        "x",
        "<",
        "&&",
        "execution(",
        "public ",
        "\u0000",
        "\ud800",
        "😀",
        "é",
        "\u200b",
        "'",
        "\\",
        "/");
  }

  @Provide
  Arbitrary<String> nearlyPatterns() {
    return piece().list().ofMaxSize(12).map(pieces -> String.join("", pieces));
  }

  @Provide
  Arbitrary<String> canonical() {
    return Combinators.combine(
            annotations(), modifiers(), returnType(), declaring(), name(), parameters())
        .as(
            (annotations, modifiers, returns, declaring, name, parameters) ->
                annotations
                    + (name.equals("new") ? "" : modifiers + returns)
                    + declaring
                    + "."
                    + name
                    + parameters);
  }

  /** Parts that often match one of the fixture classes, each alone. */
  @Provide
  Arbitrary<String> aboutFixtures() {
    Arbitrary<String> types =
        Arbitraries.of(
            "com.acme.PaymentService",
            "com.acme.*",
            "com.acme..*",
            "*",
            "*..Order*",
            "(@com.acme.Api *)",
            "com.acme.Repository+",
            "*Repository+",
            "*..*Repository+",
            "com.acme.orders.Order$Line",
            "java.util.UUID",
            "java.util.*",
            "java.lang.Object+",
            "(@com.acme.Api com.acme..*+)",
            "(@Deprecated *)");
    Arbitrary<String> names =
        Arbitraries.of("*", "new", "charge", "save", "find*", "*a*", "randomUUID", "toString");
    Arbitrary<String> parameters =
        Arbitraries.of("(..)", "()", "(String, ..)", "(*)", "(.., int)", "(*[], ..)", "(com..*)");
    Arbitrary<String> modifiers =
        Arbitraries.of("", "", "public ", "!static ", "@com.acme.Limited ", "!public ");
    return Combinators.combine(modifiers, types, names, parameters)
        .as((modifier, type, name, parameter) -> modifier + type + "." + name + parameter);
  }

  private static Arbitrary<String> annotations() {
    return Arbitraries.of("com.acme.Limited", "Deprecated", "a.B$C")
        .list()
        .ofMaxSize(2)
        .map(names -> names.stream().map(name -> "@" + name + " ").reduce("", String::concat));
  }

  private static Arbitrary<String> modifiers() {
    Arbitrary<String> access =
        Arbitraries.of("", "public ", "protected ", "private ", "!public !protected !private ");
    List<Arbitrary<String>> others = new ArrayList<>();
    for (String word :
        new String[] {"abstract", "static", "final", "synchronized", "native", "strictfp"}) {
      others.add(Arbitraries.of("", "", word + " ", "!" + word + " "));
    }
    return Combinators.combine(access, Combinators.combine(others).as(l -> String.join("", l)))
        .as(String::concat);
  }

  private static Arbitrary<String> returnType() {
    return Arbitraries.oneOf(Arbitraries.of("", "void "), type().map(type -> type + " "))
        .filter(type -> !type.equals("* "));
  }

  private static Arbitrary<String> declaring() {
    Arbitrary<String> plain =
        Combinators.combine(className(), Arbitraries.of("", "+")).as(String::concat);
    return Combinators.combine(plain, annotations())
        .as((type, annotations) -> annotations.isEmpty() ? type : "(" + annotations + type + ")");
  }

  private static Arbitrary<String> className() {
    Arbitrary<String> start = Arbitraries.of("com", "c*m", "é", "org.acme", "com.acme", "*..x");
    Arbitrary<String> segment =
        Arbitraries.of(".*", "..*", ".A", "..B*", ".*C$D", ".$", "._1", ".Ω");
    return Combinators.combine(start, segment.list().ofMaxSize(3).map(l -> String.join("", l)))
        .as(String::concat);
  }

  private static Arbitrary<String> name() {
    return Arbitraries.of("*", "find*", "*By*", "new", "a", "charge-0d7_KjU", "$", "newOrder", "é");
  }

  private static Arbitrary<String> type() {
    Arbitrary<String> element =
        Arbitraries.oneOf(Arbitraries.of("*", "int", "String"), className());
    return Combinators.combine(element, Arbitraries.of("", "", "[]", "[][]")).as(String::concat);
  }

  private static Arbitrary<String> parameters() {
    return Arbitraries.oneOf(Arbitraries.just(".."), type())
        .list()
        .ofMaxSize(4)
        .map(parts -> "(" + String.join(", ", parts) + ")");
  }
}
