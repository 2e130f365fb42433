package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.cli.Page.Look;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class PageTest {
  private final StringWriter printed = new StringWriter();

  @Test
  void shortLine_staysWhole() {
    assertThat(Page.wrap("one two", 7)).containsExactly("one two");
  }

  @Test
  void longLine_isBrokenBetweenWords_andIndented() {
    assertThat(Page.wrap("one two three four five", 12))
        .containsExactly("one two", "    three", "    four", "    five");
  }

  @Test
  void wordWiderThanTheLine_staysWhole() {
    assertThat(Page.wrap("a com.acme.VeryLong b", 10))
        .containsExactly("a", "    com.acme.VeryLong", "    b");
    assertThat(Page.wrap("com.acme.VeryLong", 10)).containsExactly("com.acme.VeryLong");
  }

  @Test
  void lineOverACaret_andTheCaret_areLeftAlone() {
    assertThat(Page.wrap("some words here\nsome more words\n          ^ here", 10))
        .containsExactly("some words", "    here", "some more words", "          ^ here");
  }

  @Test
  void field_hasItsTextInAColumn() {
    page(Ansi.OFF).field(Look.WRONG, "problem", "first\nsecond");
    assertThat(printed.toString().lines())
        .containsExactly("  problem      first", "               second");
  }

  @Test
  void label_isColouredWhereThereAreColours_andTextIsNot() {
    page(Ansi.ON).field(Look.WRONG, "problem", "@|red text|@");
    assertThat(printed.toString()).contains("\u001b[31m", "@|red text|@");
  }

  @Test
  void label_isNotColouredElsewhere() {
    page(Ansi.OFF).paragraph(Look.WRONG, "problem", ": text");
    assertThat(printed.toString().trim()).isEqualTo("problem: text");
  }

  private Page page(Ansi ansi) {
    return new Page(new PrintWriter(printed, true), ansi);
  }
}
