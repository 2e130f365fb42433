package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TemplatePropertyTest {
  @Property(tries = 3000)
  void parse_anyText_neverAnotherException(@ForAll("nearTemplates") String text) {
    parseOrPoint(text);
  }

  @Property
  void parse_trulyAnyText_neverAnotherException(@ForAll String text) {
    parseOrPoint(text);
  }

  private static void parseOrPoint(String text) {
    try {
      Template parsed = Template.parse(text);
      assertThat(Template.parse(parsed.canonical()).canonical()).isEqualTo(parsed.canonical());
    } catch (TemplateSyntaxException e) {
      assertThat(e.position()).isBetween(0, text.length());
      assertThat(e.getMessage().split("\n")).hasSize(3);
    }
  }

  @Property
  void parse_canonicalText_printsItself(@ForAll("templates") String text) {
    assertThat(Template.parse(text).canonical()).isEqualTo(text);
  }

  @Property
  void render_literalOfAnyCharacters_survives(@ForAll String literal) throws Throwable {
    String template = literal.replace("{", "{{").replace("}", "}}");
    BoundTemplate constant = Calls.bind(template);
    assertThat(Template.parse(template).isConstant()).isTrue();
    assertThat(constant.text(null, new Object[0])).isEqualTo(literal);
    assertThat(Calls.bind(template + "{0}" + template).text(null, new Object[] {"|"}))
        .isEqualTo(literal + "|" + literal);
  }

  @Property
  void render_literalArgumentOfAnyCharacters_survives(@ForAll String literal) throws Throwable {
    String quoted = "\"" + literal.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    assertThat(Calls.bind("{it.concat(" + quoted + ")}").text(null, new Object[] {""}))
        .isEqualTo(literal);
    assertThat(
            Calls.bind("{it[" + quoted + "]}")
                .text(null, new Object[] {java.util.Map.of(literal, "found")}))
        .isEqualTo("found");
  }

  @Property
  void render_valueOfAnyCharacters_hasNoBraces(@ForAll String value) throws Throwable {
    assertThat(Calls.render("{it}", value)).doesNotContain("{").doesNotContain("}");
  }

  @Provide
  Arbitrary<String> nearTemplates() {
    return Arbitraries.strings().withChars("{}[]().:-'\"\\, a0_$é").ofMaxLength(25);
  }

  @Provide
  Arbitrary<String> templates() {
    Arbitrary<String> literal =
        Arbitraries.strings().map(text -> text.replace("{", "{{").replace("}", "}}"));
    return Combinators.combine(literal, expression(), literal)
        .as((before, expression, after) -> before + expression + after)
        .list()
        .ofMaxSize(4)
        .map(each -> String.join("", each));
  }

  private static Arbitrary<String> expression() {
    Arbitrary<String> head = Arbitraries.oneOf(name(), index(), Arbitraries.of("this"));
    Arbitrary<String> orElse =
        Arbitraries.strings().excludeChars('{', '}').map(text -> ":-" + text).injectNull(0.5);
    return Combinators.combine(head, step().list().ofMaxSize(4), orElse)
        .as(
            (first, steps, last) ->
                "{" + first + String.join("", steps) + (last == null ? "" : last) + "}");
  }

  private static Arbitrary<String> step() {
    Arbitrary<String> argument =
        Arbitraries.oneOf(quoted(), Arbitraries.longs().map(String::valueOf));
    Arbitrary<List<String>> arguments = argument.list().ofMaxSize(3);
    return Arbitraries.oneOf(
        Arbitraries.oneOf(name(), index()).map(text -> "." + text),
        Arbitraries.oneOf(quoted(), index()).map(text -> "[" + text + "]"),
        Combinators.combine(name(), arguments)
            .as((name, each) -> "." + name + "(" + String.join(", ", each) + ")"));
  }

  private static Arbitrary<String> name() {
    return Arbitraries.strings().withChars("abcXYZ_$é").ofMinLength(1).ofMaxLength(8);
  }

  private static Arbitrary<String> index() {
    return Arbitraries.integers().greaterOrEqual(0).map(String::valueOf);
  }

  private static Arbitrary<String> quoted() {
    return Arbitraries.strings()
        .map(text -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
  }
}
