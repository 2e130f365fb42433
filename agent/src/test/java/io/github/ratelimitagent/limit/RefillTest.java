package io.github.ratelimitagent.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RefillTest {
  @ParameterizedTest
  @CsvSource({
    "5/s, 1, 200000",
    "5 / s, 1, 200000",
    "5, 1, 200000",
    "90/m, 3, 2000000",
    "1000/h, 1, 3600000",
    "1000/d, 1, 86400000",
    "6 per 60s, 1, 10000000",
    "6 per 60 seconds, 1, 10000000",
    "1 per 30d, 1, 2592000000000",
    "0.9/s, 9, 10000000",
    "0.9, 9, 10000000",
    "1e3/s, 1, 1000",
    "2.5E-1/s, 1, 4000000",
    "1000000/s, 1, 1",
    "2000000000/s, 2000, 1",
    "3 per 1.5ms, 1, 500",
    "1 per 500ns, 2, 1",
    "1 per 3ns, 1000, 3",
  })
  void parse_documentedForm_exactFraction(String text, long tokens, long periodMicros) {
    assertThat(Refill.parse(text)).isEqualTo(Refill.of(tokens, periodMicros));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "-5/s",
        "NaN",
        "Infinity/s",
        "5/",
        "5/ms",
        "5/w",
        "5 per",
        "5 per s",
        "/s",
        "5//s",
        "5/s/s",
        "1,000/s",
        "5 per -1s",
        "1e999/s",
        "0x10/s",
        "5s",
        "5 per 1 fortnight",
        "11111111111111111111111111111111111111111/s"
      })
  void parse_anythingElse_showsTheTextAndWhatIsWanted(String text) {
    assertThatThrownBy(() -> Refill.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("wanted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0/s", "0.0/d", "0 per 1s", "5 per 0s"})
  void djangoSmartRatelimit75_zero_isAnError(String text) {
    assertThatThrownBy(() -> Refill.parse(text)).hasMessageContaining("has a zero");
  }

  @ParameterizedTest
  @ValueSource(strings = {"6 per 60", "6 per 1.5"})
  void parse_periodWithoutUnit_saysWhatToWrite(String text) {
    assertThatThrownBy(() -> Refill.parse(text)).hasMessageContaining("write " + text + "s");
  }

  @ParameterizedTest
  @CsvSource({
    "5/s, 5/s",
    "0.9/s, 54/m",
    "1000/d, 1000/d",
    "6 per 60s, 6/m",
    "1 per 30d, 1 per 30d",
    "7 per 13us, 7 per 13us",
    "1 per 2000s, 1 per 2000s",
    "1 per 86401s, 1 per 86401s",
    "10 per 7ms, 1 per 700us",
    "7 per 11ms, 7 per 11ms"
  })
  void toString_isShort(String text, String printed) {
    assertThat(Refill.parse(text)).hasToString(printed);
  }

  @Property
  void toString_parsesBackToAnEqualRefill(
      @ForAll @LongRange(min = 1, max = 1L << 50) long tokens,
      @ForAll @LongRange(min = 1, max = 1L << 50) long periodMicros) {
    Refill refill = Refill.of(tokens, periodMicros);

    assertThat(Refill.parse(refill.toString())).isEqualTo(refill);
  }
}
