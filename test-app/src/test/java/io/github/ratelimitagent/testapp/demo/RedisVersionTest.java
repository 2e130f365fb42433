package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisVersionTest {
  @ParameterizedTest
  @CsvSource({
    "5.0.14.1, true",
    "6.0.16, true",
    "6.2.0, false",
    "7.0.15, false",
    "10.1, false",
    "'', false",
    "unstable, false"
  })
  void tooOld_olderThanSixTwo(String version, boolean tooOld) {
    assertThat(RedisVersion.tooOld(version)).isEqualTo(tooOld);
  }
}
