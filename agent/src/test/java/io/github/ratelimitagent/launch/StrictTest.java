package io.github.ratelimitagent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StrictTest {
  @ParameterizedTest
  @ValueSource(strings = {"true", "TRUE", " true", "yes", "on", "", "1", "whatever"})
  void anythingButANo_isOn(String value) {
    assertThat(Strict.isOn(value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "False ", "no", "off"})
  void no_isOff(String value) {
    assertThat(Strict.isOn(value)).isFalse();
  }

  @Test
  void notSet_isOff() {
    assertThat(Strict.isOn(null)).isFalse();
  }
}
