package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Decision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script reads in hashes that others wrote, and how others read its own. */
final class ForeignHashTest extends HeldClockFixture {
  private static final BucketSpec SPEC = spec(10, "5/s");

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "nan", "-nan", "NaN", "none"})
  void acquire_tokensUnreadable_isFull(String tokens) {
    write(tokens, seconds(clock.nowMicros()));

    assertThat(acquire(SPEC, 10).isAllowed()).isTrue();
    assertThat(hash()).containsEntry("tokens", "0");
  }

  @Test
  void acquire_tokensMissing_isFull() {
    redis.hset(prefix + "a", "last_refill", seconds(clock.nowMicros()));

    assertThat(acquire(SPEC, 10).remaining()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "nan", "yesterday", "inf"})
  void acquire_lastRefillUnreadable_isNowAndWrittenLestItStayEmpty(String lastRefill) {
    write("0.5", lastRefill);

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(100_000);

    assertThat(hash()).containsEntry("last_refill", seconds(clock.nowMicros()));
    clock.pass(100_000);
    assertThat(acquire(SPEC, 1).isAllowed()).isTrue();
  }

  @Test
  void acquire_lastRefillMissing_isNow() {
    redis.hset(prefix + "a", "tokens", "2.5");

    assertThat(acquire(SPEC, 3).retryAfterMicros()).isEqualTo(100_000);
    clock.pass(100_000);
    assertThat(acquire(SPEC, 3).isAllowed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1e300, 0",
    "inf, 0",
    "0x10, 0",
    "11, 0",
    "10, 0",
    "9.999995, 1",
    "-inf, 1",
    "-1e300, 1"
  })
  void acquire_tokensOutOfRange_areWithinCapacityAndBound(String tokens, long retryAfter) {
    write(tokens, seconds(clock.nowMicros()));

    Decision decision = acquire(SPEC, 10);

    assertThat(decision.isAllowed()).isEqualTo(retryAfter == 0);
    assertThat(decision.retryAfterMicros()).isBetween(retryAfter, BucketSpec.MAX_UNITS + 2_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-inf", "-1e300", "0", "-5", "1.5"})
  void bucket4j51_lastRefillLongAgo_isFull(String lastRefill) {
    write("-1000", lastRefill);

    assertThat(acquire(SPEC, 10).remaining()).isZero();
  }

  @Test
  void acquire_foreignFraction_isRoundedDownToAMicrosecondsRefill() {
    // 199998.5 units of 1/200000
    write("0.9999925", seconds(clock.nowMicros()));

    assertThat(acquire(SPEC, 1).retryAfterMicros()).isEqualTo(2);
  }

  @Test
  void acquire_foreignTimeInTenthsOfMilliseconds_isRead() {
    clock.set(1_780_000_000_500_000L);
    write("0", "1780000000.1234");

    assertThat(acquire(SPEC, 2).retryAfterMicros()).isEqualTo(400_000 - 376_600);
  }

  @Test
  void acquire_halfATokenLater_isReadableInRedisCli() {
    clock.set(1_780_000_000_000_005L);
    acquire(SPEC, 1);
    assertThat(hash())
        .containsEntry("tokens", "9")
        .containsEntry("last_refill", "1780000000.000005");
    clock.pass(100_000);
    acquire(SPEC, 1);

    assertThat(hash())
        .containsEntry("tokens", "8.5")
        .containsEntry("last_refill", "1780000000.100005");
  }
}
