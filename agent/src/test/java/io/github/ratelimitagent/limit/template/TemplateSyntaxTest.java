package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateSyntaxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "{{braces}}",
        "user:{userId}",
        "{0}",
        "{12.id}",
        "{order.customer.id}",
        "{items[0].id}",
        "{items.0.id}",
        "{headers[\"X-Api-Key\"]}",
        "{headers[\"a\\\"b\\\\c{}\"]}",
        "{request.getHeader(\"X-Api-Key\")}",
        "{items.size()}",
        "{a.f(1, -2, \"x\", 9999999999)}",
        "{com.acme.TenantContext.current().id}",
        "{com.acme.Outer$Inner.current()}",
        "{this}",
        "{this.tenant}",
        "{class}",
        "{method}",
        "{a:-}",
        "{a.b:-no body}",
        "{{{userId}}}",
        "{a}{b}:{c}",
      })
  void parse_canonicalForm_printsItself(String template) {
    Template parsed = Template.parse(template);
    assertThat(parsed.canonical()).isEqualTo(template);
    assertThat(parsed.source()).isEqualTo(template);
    assertThat(parsed).hasToString(template);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{ a.b }|{a.b}",
        "{h['X-Api-Key']}|{h[\"X-Api-Key\"]}",
        "{a.f( 'x' ,1 )}|{a.f(\"x\", 1)}",
        "{a.f( )}|{a.f()}",
        "{007}|{7}",
        "{a :-b}|{a:-b}"
      })
  void parse_otherWriting_meansTheSame(String template, String canonical) {
    assertThat(Template.parse(template).canonical()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "user:{userId|5|never closed",
        "{|0|never closed",
        "{a.|0|never closed",
        "{a[|0|never closed",
        "{a.f(|0|never closed",
        "{a.f(1|0|never closed",
        "{a[0|0|never closed",
        "{a:-x|0|never closed",
        "a}b|1|write '}}'",
        "{a}}|3|write '}}'",
        "{}|1|an expression begins with",
        "{ }|2|an expression begins with",
        "{\"a\"}|1|an expression begins with",
        "{getId()}|1|write {this.getId(..)}",
        "{a..b}|3|a name or an index follows",
        "{a.\"b\"}|3|a map key goes into [\"..\"]",
        "{a[b]}|3|an index from 0 or a quoted map key",
        "{a[-1]}|3|an index from 0",
        "{a[\"b}|3|never closed",
        "{a[0}|4|expected ']'",
        "{a.f(b)}|5|a quoted text or a whole number",
        "{a.f(1 2)}|7|expected ',' or ')'",
        "{a.f(1.5)}|6|expected ',' or ')'",
        "{a.f(99999999999999999999)}|5|64 bits",
        "{a.f(\"\\n\")}|6|write '\\\\'",
        "{99999999999}|1|no list or method has",
        "{a[99999999999]}|3|no list or method has",
        "{a.99999999999}|3|no list or method has",
        "{a:b}|2|a default is written with ':-'",
        "{a-b}|2|a name holds no '-'",
        "{a b}|3|expected '.', '[', ':-' or '}'",
        "{a:-{b}}|4|plain text without braces",
        "{class.name}|6|has no parts",
        "{method.name}|7|write its position",
      })
  void parse_faulty_pointsAtThePlace(String template, int position, String description) {
    TemplateSyntaxException e =
        catchThrowableOfType(TemplateSyntaxException.class, () -> Template.parse(template));
    assertThat(e.description()).contains(description);
    assertThat(e.position()).isEqualTo(position);
    assertThat(e).hasMessageEndingWith("\n  " + template + "\n  " + " ".repeat(position) + "^");
  }

  @Test
  void message_longTemplate_showsThePlaceOnly() {
    String template = "x".repeat(300) + "}" + "y".repeat(300);
    TemplateSyntaxException e =
        catchThrowableOfType(TemplateSyntaxException.class, () -> Template.parse(template));
    String[] lines = e.getMessage().split("\n");
    assertThat(lines[1]).hasSizeLessThan(100);
    assertThat(lines[1].charAt(lines[2].indexOf('^'))).isEqualTo('}');
  }

  @Test
  void message_controlCharacters_keepTheCaretInPlace() {
    TemplateSyntaxException e =
        catchThrowableOfType(TemplateSyntaxException.class, () -> Template.parse("a\n\t}"));
    assertThat(e).hasMessageEndingWith("\n  a??}\n     ^");
  }

  @Test
  void isConstant_textOnly_true() {
    assertThat(Template.parse("a{{b}}").isConstant()).isTrue();
    assertThat(Template.parse("").isConstant()).isTrue();
    assertThat(Template.parse("a{0}").isConstant()).isFalse();
    assertThat(Template.parse("{class}").isConstant()).isFalse();
  }

  @Test
  void constantNumber_wholeNumber_present() {
    assertThat(Template.parse("12").constantNumber()).hasValue(12);
    assertThat(Template.parse("-1").constantNumber()).hasValue(-1);
    assertThat(Template.parse("1.5").constantNumber()).isEmpty();
    assertThat(Template.parse("{0}").constantNumber()).isEmpty();
    assertThat(Template.parse("").constantNumber()).isEmpty();
    assertThat(Template.parse("9223372036854775808").constantNumber()).isEmpty();
  }

  @Test
  void usesThisAndNeedsArguments_askTheHeads() {
    assertThat(Template.parse("{this.a}").usesThis()).isTrue();
    assertThat(Template.parse("{this.a}").needsArguments()).isFalse();
    assertThat(Template.parse("{class}{method}").needsArguments()).isFalse();
    assertThat(Template.parse("x{0}").needsArguments()).isTrue();
    assertThat(Template.parse("x{a.b}").needsArguments()).isTrue();
    assertThat(Template.parse("x{a.b}").usesThis()).isFalse();
  }

  @Test
  void equals_sameSource_equal() {
    assertThat(Template.parse("{a}")).isEqualTo(Template.parse("{a}"));
    assertThat(Template.parse("{a}")).hasSameHashCodeAs(Template.parse("{a}"));
    assertThat(Template.parse("{a}")).isNotEqualTo(Template.parse("{ a}")).isNotEqualTo("{a}");
  }
}
