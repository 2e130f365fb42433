package io.github.ratelimitagent.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testing.RecordedLog;
import org.junit.jupiter.api.Test;

class LateWarningsTest {
  private final RecordedLog log = new RecordedLog();
  private final LateWarnings warnings = new LateWarnings(log);

  @Test
  void warning_isHeldUntilItIsSaid_andSaidOnce() {
    warnings.add("a class was not woven");
    assertThat(log.lines()).isEmpty();
    warnings.say();
    warnings.say();
    assertThat(log.lines()).containsExactly("WARN a class was not woven");
  }

  @Test
  void endOfTheJvm_saysWhatWasFoundBefore_andNothingThatIsFoundAfterwards() {
    warnings.add("before");
    warnings.end();
    assertThat(log.lines()).containsExactly("WARN before");
    warnings.add("the JVM offers no class at its end");
    warnings.say();
    assertThat(log.lines()).containsExactly("WARN before");
  }
}
