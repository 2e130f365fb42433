package io.github.ratelimitagent.benchmark.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartsTest {
  private static final Application SHOP = new Application("shop", "A shop", "a.B.c()", List.of());
  private static final Agent NONE = new Agent("none", Agent.Kind.NONE, List.of());
  private static final Agent OURS = new Agent("ours", Agent.Kind.OURS, List.of());
  private static final Agent OTHER = new Agent("other", Agent.Kind.JMX_EXPORTER, List.of());
  private final Starts starts = new Starts();

  @Test
  void added_andShare_areTakenWithinEachRound() {
    round(0, 1.0, 1.25, 2.0);
    round(1, 3.0, 3.75, 5.0); // a busy minute

    assertThat(starts.added(SHOP, OURS, NONE, Start::wall)).hasToString("0.50 (0.25..0.75)");
    assertThat(starts.share(SHOP, OURS, OTHER, NONE, Start::wall).median())
        .isEqualTo((0.25 + 0.375) / 2);
  }

  @Test
  void added_roundWithoutABareStart_isLeftOut() {
    starts.add(new Start("shop", "ours", 0, 1, 1, 1));

    assertThat(starts.added(SHOP, OURS, NONE, Start::wall).count()).isZero();
  }

  private void round(int round, double none, double ours, double other) {
    starts.add(new Start("shop", "none", round, none, 0, 0));
    starts.add(new Start("shop", "ours", round, ours, 0, 0));
    starts.add(new Start("shop", "other", round, other, 0, 0));
  }
}
