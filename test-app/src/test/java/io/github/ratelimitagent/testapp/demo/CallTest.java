package io.github.ratelimitagent.testapp.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallTest {
  @Test
  void parse_allowed() {
    Call call = Call.parse(2, "call 100 230 allowed");
    assertThat(call.worker).isEqualTo(2);
    assertThat(call.startMicros).isEqualTo(100);
    assertThat(call.endMicros).isEqualTo(230);
    assertThat(call.granted).isTrue();
    assertThat(call.rejection).isEmpty();
  }

  @Test
  void parse_rejected_keepsWholeMessage() {
    Call call = Call.parse(1, "call 100 230 rejected a.b.Exceeded: come back in 20 ms");
    assertThat(call.granted).isFalse();
    assertThat(call.rejection).isEqualTo("a.b.Exceeded: come back in 20 ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ready 17", "call", "call 1 x allowed", "calls 1 2 allowed"})
  void parse_anythingElse_isNoCall(String line) {
    assertThat(Call.parse(1, line)).isNull();
  }
}
