package io.github.ratelimitagent.limit.template;

import static io.github.ratelimitagent.limit.template.Calls.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateNumberTest {
  static List<Object> fives() {
    return List.of(
        5,
        5L,
        (short) 5,
        (byte) 5,
        5.0,
        5f,
        "5",
        "+5",
        new StringBuilder("5"),
        new AtomicLong(5),
        BigInteger.valueOf(5),
        new BigDecimal("5.000"));
  }

  @ParameterizedTest
  @MethodSource("fives")
  void number_wholeValue_exact(Object five) throws Throwable {
    assertThat(number("{it}", five)).isEqualTo(5);
  }

  @Test
  void number_extremes_exact() throws Throwable {
    assertThat(number("{it}", Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(number("{it}", "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(number("{it}", 9007199254740993L)).isEqualTo(9007199254740993L);
    assertThat(number("{it}", -0.0)).isZero();
  }

  static List<Object> faulty() {
    return Arrays.asList(
        5.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        1e300,
        new BigDecimal("1e-999999999"),
        new BigDecimal("1e999999999"),
        BigInteger.ONE.shiftLeft(63),
        "secret",
        "5.0",
        "",
        "99999999999999999999",
        true,
        '5',
        List.of(1),
        new int[] {1},
        null);
  }

  @ParameterizedTest
  @MethodSource("faulty")
  void number_otherValue_refusedWithoutNamingIt(Object value) {
    assertThatThrownBy(() -> number("{it}", value))
        .isInstanceOf(TemplateValueException.class)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("template \"{it}\": ")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("5.5")
        .hasNoCause()
        .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
  }

  @Test
  void number_fromPath_constantAndText() throws Throwable {
    assertThat(number("{it.size()}", List.of(1, 2, 3))).isEqualTo(3);
    assertThat(number("{it.length}", new int[4])).isEqualTo(4);
    assertThat(number("7", null)).isEqualTo(7);
    assertThat(number("1{it}", 2)).isEqualTo(12);
  }

  @Test
  void number_null_isTheDefault() throws Throwable {
    assertThat(number("{it:-3}", null)).isEqualTo(3);
    assertThat(number("{it.size():-0}", null)).isZero();
    assertThatThrownBy(() -> number("{it:-x}", null)).isInstanceOf(TemplateValueException.class);
  }
}
