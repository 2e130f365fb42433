package io.github.ratelimitagent.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.AgentThreads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
  void noMemory_failsForNothing_andTheLineIsCounted() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AtomicBoolean full = new AtomicBoolean(true);
    StderrLog log =
        new StderrLog(
            new PrintStream(bytes) {
              @Override
              public void write(byte[] line, int from, int length) {
                if (full.get()) {
                  throw new OutOfMemoryError("full");
                }
                super.write(line, from, length);
              }
            },
            true);

    log.warn("first");
    log.info("second");
    full.set(false);
    log.warn("third");

    assertThat(bytes.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("WARN 2 lines of this log were lost"),
            line -> assertThat(line).endsWith("WARN third"));
  }

  @Test
  void nobodyReads_nobodyWaits_andWhatIsLostIsCounted() throws InterruptedException {
    CountDownLatch read = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream full =
        new PrintStream(bytes) {
          @Override
          public void write(byte[] line, int from, int length) {
            begun.countDown();
            try {
              read.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            super.write(line, from, length);
          }
        };
    StderrLog log = new StderrLog(full, true);
    log.writeApart(new AgentThreads());
    log.info("first");
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    for (int i = 1; i <= 1_007; i++) {
      log.info("line " + i);
    }
    log.flush();
    assertThat(bytes.size()).isZero();

    read.countDown();
    log.flush();
    log.warn("last");
    log.flush();
    assertThat(bytes.toString().lines())
        .hasSize(1_003)
        .satisfies(lines -> assertThat(lines.get(1_000)).endsWith("INFO line 1000"))
        .satisfies(
            lines ->
                assertThat(lines.get(1_001))
                    .endsWith(
                        "WARN 7 lines of this log were lost: nobody read them, or there was no memory"))
        .satisfies(lines -> assertThat(lines.get(1_002)).endsWith("WARN last"));
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
