package io.github.ratelimitagent.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StderrLogTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "2026-12-31T23:59:59Z",
        "2028-02-29T12:00:00Z",
        "2030-01-01T00:00:01Z",
        "2030-01-01T00:01:00Z"
      })
  void time_isWrittenAsTheJdkWritesInstants(String time) {
    assertThat(StderrLog.utc(Instant.parse(time).getEpochSecond())).isEqualTo(time);
  }

  @Test
  void severalLines_eachHasThePrefix() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new StderrLog(new PrintStream(bytes), false).warn("one\ntwo");
    assertThat(bytes.toString().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith("[ratelimit-agent] "));
  }

  @Test
  void line_hasPrefixTimeLevelAndMessage() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new StderrLog(new PrintStream(bytes), false).warn("something");
    assertThat(bytes.toString())
        .matches(
            "\\[ratelimit-agent] \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ WARN something"
                + System.lineSeparator());
  }
}
