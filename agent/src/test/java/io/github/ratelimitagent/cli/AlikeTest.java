package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlikeTest {
  @Test
  void summed_sameCause_isTheMostHelpfulWithACount() {
    assertThat(
            Alike.summed(
                List.of(
                    "a.B.c() is not limited: {x}: a.B.c has no parameter 'x': it has no parameters",
                    "a.B.d is synchronized: a call that waits keeps its monitor",
                    "a.B.d(long, int[]) is not limited: {x}: a.B.d has no parameter 'x'; did you"
                        + " mean y?",
                    "a.B$C.<init>(e.F) is not limited: {x}: a.B$C.<init> has no parameter 'x'; it"
                        + " has z")))
        .containsExactly(
            "a.B.d(long, int[]) is not limited: {x}: a.B.d has no parameter 'x'; did you mean y?\n"
                + "and 2 more alike (--all shows them)",
            "a.B.d is synchronized: a call that waits keeps its monitor");
  }

  @Test
  void summed_otherExpressionOrFault_isAnotherCause() {
    List<String> texts =
        List.of(
            "a.B.c(int) is not limited: {x}: a.B.c has no parameter 'x'; it has y",
            "a.B.c(int) is not limited: {z}: a.B.c has no parameter 'z'; it has y",
            "a.B.c(int) is not limited: {x.a}: e.F has no property 'a'",
            "a.B.c(int) is not limited: {x.b}: e.F has no property 'b'");
    assertThat(Alike.summed(texts)).isEqualTo(texts);
  }
}
