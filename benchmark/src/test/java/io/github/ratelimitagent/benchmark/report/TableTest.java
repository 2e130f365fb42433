package io.github.ratelimitagent.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void toString_isMarkdown() {
    Table table = new Table("", "calls");
    table.row("a|b", 3);

    assertThat(table).hasToString("|  | calls |\n| --- | ---: |\n| a\\|b | 3 |\n");
  }

  @Test
  void row_missingCell_isRefused() {
    assertThatThrownBy(() -> new Table("a", "b").row("only one"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
