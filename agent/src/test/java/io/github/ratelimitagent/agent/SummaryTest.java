package io.github.ratelimitagent.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import io.github.ratelimitagent.metrics.LimitCounters;
import io.github.ratelimitagent.testing.RecordedLog;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private final RecordedLog log = new RecordedLog();

  @Test
  void limitsThatDeniedOrWereBypassed_areWarnedOfOnceEachAndOnlyForWhatIsNew() {
    LimitCounters denying = new LimitCounters();
    LimitCounters quiet = new LimitCounters();
    LimitCounters bypassed = new LimitCounters();
    Map<String, LimitCounters> counters = new LinkedHashMap<>();
    counters.put("denying", denying);
    counters.put("quiet", quiet);
    counters.put("bypassed", bypassed);
    Summary summary = new Summary(log, counters);
    denying.allowed();
    denying.denied();
    denying.denied();
    quiet.allowed();
    bypassed.bypassed();

    summary.write();
    assertThat(log.lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .matches("WARN limit denying in the last \\d+ s: 1 allowed, 2 denied"),
            line -> assertThat(line).matches("INFO limit quiet in the last \\d+ s: 1 allowed"),
            line ->
                assertThat(line)
                    .matches(
                        "WARN limit bypassed in the last \\d+ s: 0 allowed, 1 bypassed .*Redis\\)"));

    summary.write();
    assertThat(log.lines()).hasSize(3);
    denying.denied();
    summary.write();
    assertThat(log.lines()).hasSize(4).last().asString().endsWith(": 0 allowed, 1 denied");
  }

  @Test
  void wovenCalls_ofARedisThatIsNotThere_areSummedUpAsBypassed() throws Throwable {
    String work = "com.acme.woven.Work";
    try (WovenJvm jvm =
        new WovenJvm().deadRedis().limit("open", 1, work + ".keyed(..)").install()) {
      Object object = new App().create(work);
      Summary summary = new Summary(log, jvm.counters());
      for (int i = 0; i < 3; i++) {
        App.call(object, "keyed", "key-of-a-user");
      }
      summary.write();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("WARN limit open in the last ")
          .endsWith(" s: 0 allowed, 3 bypassed (no answer from Redis)");
    }
  }

  @Test
  void wovenCalls_thatAreDenied_areSummedUpWithoutTheirKeys() throws Throwable {
    String work = "com.acme.woven.Work";
    try (WovenJvm jvm = new WovenJvm().redis().limit("one", 1, work + ".keyed(..)").install()) {
      Object object = new App().create(work);
      App.call(object, "keyed", "secret");
      assertThat(catchThrowable(() -> App.call(object, "keyed", "secret"))).isNotNull();
      new Summary(log, jvm.counters()).write();
      assertThat(log.lines()).singleElement().asString().endsWith(" s: 1 allowed, 1 denied");
    }
  }
}
