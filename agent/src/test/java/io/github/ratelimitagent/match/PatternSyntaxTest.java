package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pattern that cannot be read is answered with, place and advice included. */
class PatternSyntaxTest {

  @Test
  void noParentheses_saysThatHashStartsAComment() {
    assertThat(refused("com.acme.PaymentService.charge"))
        .hasMessage(
            """
            no parentheses after the method name
              com.acme.PaymentService.charge
                                            ^
            the parentheses are required: com.acme.PaymentService.charge(..) covers every overload; \
            if more was written, put the pattern in quotes: an unquoted # starts a comment in HOCON""");
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Order.charge, com.acme.Order.charge(..)",
    "com.acme.Order.<init>, com.acme.Order.new(..)",
    "com.acme.Order charge, com.acme.PaymentService.charge(..)"
  })
  void noParentheses_theAdviceHasWhatWasWritten(String written, String advised) {
    assertThat(refused(written)).hasMessageContaining("are required: " + advised + " covers");
  }

  @Test
  void constructor_theAdviceHasTheClass() {
    assertThat(refused("com.acme.Order.<init>(..)"))
        .hasMessageContaining("write new: com.acme.Order.new(..)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*.*(..)",
        "*..*.*(..)",
        "* *..*.*(..)",
        "public !static *.*(..)",
        "*.new(..)",
        "*+.*(..)",
        "*$*.*(..)",
        "java.lang.Object+.*(..)",
        "execution(* *.*(..))",
        "void *.*(String, ..)"
      })
  void wildcardsOnly_refused(String pattern) {
    PatternSyntaxException refused = refused(pattern);
    assertThat(refused.problem()).isEqualTo("the pattern covers every method there is");
    assertThat(refused.advice())
        .isEqualTo("name a package, a class, a method or an annotation: com.acme..*.*(..)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com..*.*(..)",
        "*..*Service.*(..)",
        "*.charge(..)",
        "@com.acme.Limited *.*(..)",
        "(@com.acme.Api *).*(..)",
        "(@com.acme.Api *).new(..)"
      })
  void wildcardsWithOneName_accepted(String pattern) {
    assertThat(MethodPattern.parse(pattern)).hasToString(pattern);
  }

  /** The caret stands under the character after the backtick. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '"',
      textBlock =
          """
          `                                   → the pattern is empty
          com.acme.A.charge(String, long`     → the parameter list has no ')'
          com.acme.A.charge(`                 → the parameter list has no ')'
          com.acme.A.charge(String,`          → the parameter list has no ')'
          com.acme.A.charge(String,`)         → a parameter type is missing
          com.acme.A.charge(`, String)        → a parameter type is missing
          com.acme.A.charge(`()               → unexpected '('
          com.acme.A.charge(String `user)     → unexpected 'user' after a parameter type
          com.acme.A.charge(List`<String>)    → '<' cannot be part of a name
          com.acme.A.charge(`...)             → three dots without a type
          com.acme.A.charge(String...`, int)  → a parameter after the one with ...
          com.acme.A.charge(Number`+)         → + on a parameter or return type
          com.acme.A.charge(`@A String)       → '@A' is no parameter type
          com.acme.A.charge(`final String)    → 'final' is no parameter type
          com.acme.A.charge(`void)            → 'void' is no parameter type
          com.acme.A.charge(String`[)         → '[' cannot be part of a name
          com.acme.A.charge(`[])              → '[' cannot be part of a name
          com.acme.A.charge(int, `!String)    → '!' cannot be part of a name
          `charge(..)                         → no class before the method name 'charge'
          com.acme.`.charge(..)               → no class between .. and the method name
          com.acme.A.`(..)                    → the method name is missing
          `.charge(..)                        → a type name is missing
          `#charge(..)                        → a type name is missing
          `..A.charge(..)                     → a type name cannot start with a dot
          com.acme.`#charge(..)               → a type name cannot end with a dot
          com..`.A.charge(..)                 → too many dots
          com.acme.`**.charge(..)             → two stars
          com`/acme/A.charge(..)              → '/' cannot be part of a name
          com.acme.A`::charge(..)             → ':' cannot be part of a name
          com.acme.A`[].charge(..)            → '[' cannot be part of a name
          com.acme.A#charge`#x(..)            → '#' cannot be part of a name
          com.acme.A`+B.charge(..)            → '+' cannot be part of a name
          `+.charge(..)                       → '+' cannot be part of a name
          com.acme.A`&&B.charge(..)           → '&' cannot be part of a name
          com.acme.A.charge`?(..)             → '?' cannot be part of a name
          com.acme.A.`2(..)                   → '2' cannot start a name
          com.acme.A`@B.charge(..)            → '@' cannot be part of a name
          com.acme.A.ch`\u200barge(..)        → U+200B cannot be part of a name
          com.acme.A.`<init>(..)              → <init> is no method name
          com.acme.A.`<clinit>()              → static initializers cannot be limited
          `publik void com.acme.A.charge(..)  → 'publik' is no modifier
          `some void com.acme.A.charge(..)    → 'some' is no modifier
          `int void (@A *).charge(..)         → 'int' is no modifier
          !`com.acme.A.charge(..)             → no modifier after '!'
          public `public com.acme.A.charge()  → the modifier public twice
          public !`public com.acme.A.charge() → the modifier public twice
          public `private com.acme.A.charge() → a method has only one of public, protected and private
          `void com.acme.A.new(..)            → a constructor has no return type
          public `* com.acme.A.new(..)        → a constructor has no return type
          `static com.acme.A.new(..)          → a constructor is public, protected, private or none of them
          `within(com.acme..*)                → within(...) is not supported
          `@annotation(com.acme.Limited)      → @annotation(...) is not supported
          execution(`call(* com.acme.A.b()))  → call(...) is not supported
          execution(* com.acme.A.charge(..)`  → execution( has no closing ')'
          execution(com.acme.A.b(..)) `&& x() → patterns cannot be combined
          com.acme.A.charge(..) `|| x()       → patterns cannot be combined
          com.acme.A.charge(..) `throws X     → exceptions cannot be matched
          com.acme.A.charge(..)`)             → unexpected ')' after the parameters
          com.acme.A.charge(..)`;             → unexpected ';' after the parameters
          com.acme.A.charge`)(                → unexpected ')' instead of '('
          `(com.acme.A).charge(..)            → parentheses without a class and method before them
          (@com.acme.Api *)`+.charge(..)      → no method after the type in parentheses
          (@com.acme.Api *).`(..)             → the method name is missing
          (@com.acme.Api *).charge`, (        → unexpected ',' instead of '('
          (@com.acme.Api * `x).charge(..)     → unexpected 'x' instead of ')'
          (@com.acme.Api`).charge(..)         → a type name is missing
          @com.acme.Limited`(5) com.acme.A.b()→ annotation values cannot be matched
          @`com.*.Limited com.acme.A.b()      → a wildcard in the name of an annotation
          @` com.acme.A.b()                   → a type name is missing
          """)
  void syntaxError_problemAtItsPlace(String marked, String problem) {
    int place = marked.indexOf('`');
    String pattern = marked.substring(0, place) + marked.substring(place + 1);

    PatternSyntaxException refused = refused(pattern);

    assertThat(refused.problem()).isEqualTo(problem);
    assertThat(refused.position()).isEqualTo(place);
    assertThat(refused.pattern()).isEqualTo(pattern);
    assertThat(refused.advice()).isNotBlank().doesNotContain("\n");
    assertThat(refused.getMessage().split("\n", -1))
        .containsExactly(
            problem,
            "  " + pattern.replace('\u200b', ' '),
            " ".repeat(2 + place) + "^",
            refused.advice());
  }

  @Test
  void misspelledModifier_nearOneOffered() {
    assertThat(refused("privat void com.acme.A.b()").advice()).isEqualTo("did you mean private?");
  }

  @Test
  void generics_saysErased() {
    assertThat(refused("com.acme.A.b(java.util.Map<String, Long>)").advice())
        .isEqualTo("types are erased: leave out what is between < and >");
  }

  @Test
  void longPattern_excerptAroundThePlace() {
    String far = "a".repeat(10_000);
    assertThat(refused("com." + far + "<" + far + ".b(..)").getMessage().split("\n", -1)[1])
        .isEqualTo("  ..." + "a".repeat(100) + "<" + "a".repeat(59) + "...");
    assertThat(refused(far + "(..)").problem())
        .isEqualTo("no class before the method name '" + "a".repeat(40) + "...'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "*",
        "a.",
        "a..",
        "a,",
        "(",
        ")",
        " ",
        "!static ",
        "@a ",
        "a ",
        "a[]",
        "+",
        "$"
      })
  @Timeout(10)
  void hugeText_answeredAtOnce(String piece) {
    String huge = piece.repeat(100_000);
    for (String text :
        new String[] {huge, huge + "(", "a.b(" + huge, "a.b(c" + huge + ")", "a.b(..)" + huge}) {
      try {
        assertThat(MethodPattern.parse(text).toString()).isNotEmpty();
      } catch (PatternSyntaxException refused) {
        assertThat(refused.getMessage()).hasSizeLessThan(1000);
      }
    }
  }

  @Test
  void controlCharacters_keepTheCaretInPlace() {
    assertThat(refused("public\tcom.acme.A.b(\n<)").getMessage())
        .startsWith(
            """
            '<' cannot be part of a name
              public com.acme.A.b( <)
                                   ^
            """);
  }

  private static PatternSyntaxException refused(String pattern) {
    PatternSyntaxException refused =
        catchThrowableOfType(PatternSyntaxException.class, () -> MethodPattern.parse(pattern));
    assertThat(refused).as(pattern).isNotNull();
    return refused;
  }
}
