package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.now;
import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ScriptCallTest {
  private static final BucketSpec SPEC = spec(10, "5/s");

  private static String text(List<byte[]> words) {
    return String.join(
        " ", words.stream().map(word -> new String(word, StandardCharsets.UTF_8)).toList());
  }

  @Test
  void acquire_one_figuresThenTheAcquire() {
    ScriptCall call = ScriptCall.acquire("ratelimit:", one("user:ü", SPEC, 2));

    assertThat(text(call.keys())).isEqualTo("ratelimit:user:ü");
    assertThat(text(call.args())).isEqualTo("10 1 200000 2");
  }

  @Test
  void refund_isAnAcquireOfNegativePermits() {
    assertThat(text(ScriptCall.refund("", one("a", SPEC, 2)).args())).isEqualTo("10 1 200000 -2");
  }

  @Test
  void refund_ofMoreThanTheCapacity_isOfTheCapacity() {
    assertThat(text(ScriptCall.refund("", one("a", SPEC, Long.MAX_VALUE)).args()))
        .isEqualTo("10 1 200000 -10");
  }

  @Test
  void batch_equalNeighbours_areACount() {
    ScriptCall.Builder call = new ScriptCall.Builder("");
    call.acquire(one("a", SPEC, 1)).acquire(one("a", SPEC, 1)).acquire(one("b", SPEC, 1));
    call.acquire(one("a", SPEC, 1)).acquire(List.of(within("a", SPEC, 1, 7), now("b", SPEC, 1)));

    assertThat(text(call.build().keys())).isEqualTo("a b");
    assertThat(text(call.build().args()))
        .isEqualTo("10 1 200000 10 1 200000 2 1 1 1 0 1 1 2 1 0 1 1 1 1 0 1 2 1 1 7 2 1 0");
  }

  @Test
  void batch_oneBucket_usualFiguresAreLeftOutAtTheEnd() {
    ScriptCall.Builder twice = new ScriptCall.Builder("");
    twice.acquire(one("a", SPEC, 3)).acquire(one("a", SPEC, 3));
    ScriptCall lease = ScriptCall.acquire("", List.of(now("a", SPEC, 1).leasing(5)));

    assertThat(text(twice.build().args())).isEqualTo("10 1 200000 3 0 2");
    assertThat(text(lease.args())).isEqualTo("10 1 200000 1 0 1 5");
    assertThat(text(ScriptCall.acquire("", List.of(within("a", SPEC, 1, 7))).args()))
        .isEqualTo("10 1 200000 1 7");
  }

  @Test
  void joined_callsThatAskTheSame_shareTheArguments() {
    ScriptCall one = ScriptCall.acquire("", one("a", SPEC, 2));
    ScriptCall other = ScriptCall.acquire("", one("b", spec(10, "5/s"), 2));

    assertThat(one.common()).isEqualTo(other.common()).hasSameHashCodeAs(other.common());
    ScriptCall both = ScriptCall.joined(List.of(one, other));

    assertThat(text(both.keys())).isEqualTo("a b");
    assertThat(text(both.args())).isEqualTo("10 1 200000 2");
  }

  @Test
  void common_anythingElseAsked_isAnother() {
    ScriptCall.Builder twice = new ScriptCall.Builder("");
    twice.acquire(one("a", SPEC, 1)).acquire(one("a", SPEC, 1));
    List<ScriptCall> calls =
        List.of(
            ScriptCall.acquire("", one("a", SPEC, 1)),
            ScriptCall.acquire("", one("a", SPEC, 2)),
            ScriptCall.acquire("", one("a", spec(11, "5/s"), 1)),
            ScriptCall.acquire("", List.of(within("a", SPEC, 1, 7))),
            ScriptCall.acquire("", List.of(now("a", SPEC, 1).leasing(5))),
            ScriptCall.refund("", one("a", SPEC, 1)),
            twice.build());

    assertThat(calls).extracting(ScriptCall::common).doesNotContainNull().doesNotHaveDuplicates();
  }

  @Test
  void common_severalBucketsOrRuns_none() {
    ScriptCall.Builder different = new ScriptCall.Builder("");
    different.acquire(one("a", SPEC, 1)).acquire(one("a", SPEC, 2));

    assertThat(different.build().common()).isNull();
    assertThat(ScriptCall.acquire("", List.of(now("a", SPEC, 1), now("b", SPEC, 1))).common())
        .isNull();
  }

  @Test
  void acquire_maxWaitBeyondTheBound_isClamped() {
    long bound = SPEC.boundedWaitMicros(Long.MAX_VALUE);

    assertThat(text(ScriptCall.acquire("", List.of(within("a", SPEC, 1, Long.MAX_VALUE))).args()))
        .endsWith(" " + bound);
  }

  @Test
  void acquire_neverFits_isRefused() {
    assertRefused(new ScriptCall.Builder(""), one("a", SPEC, 11));
  }

  @Test
  void acquire_aKeyTwiceInOne_isRefused() {
    assertRefused(
        new ScriptCall.Builder(""),
        List.of(now("a", SPEC, 1), now("b", SPEC, 1), now("a", SPEC, 1)));
  }

  @Test
  void acquire_aKeyWithOtherFigures_isRefused() {
    ScriptCall.Builder call = new ScriptCall.Builder("").acquire(one("a", SPEC, 1));

    assertRefused(call, one("a", spec(11, "5/s"), 1));
  }

  @Test
  void acquire_noClaims_isRefused() {
    assertRefused(new ScriptCall.Builder(""), List.of());
  }

  @Test
  void acquire_beyond256_isRefused() {
    ScriptCall.Builder call = new ScriptCall.Builder("");
    for (int i = 0; i < 256; i++) {
      call.acquire(one("a", SPEC, 1));
    }

    assertRefused(call, one("a", SPEC, 1));
  }

  private static void assertRefused(ScriptCall.Builder call, List<Claim> claims) {
    assertThatThrownBy(() -> call.acquire(claims)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void reply_verdicts_areDecisions() {
    ScriptReply reply = ScriptReply.of(List.of(0L, 4L, 250L, List.of(9_250L, 0L), -7L, 1L));

    assertThat(reply.size()).isEqualTo(3);
    assertThat(reply.decision(0, 1, false)).hasToString(Decision.allowed(4).toString());
    Decision reserved = reply.decision(1, 2, false);
    assertThat(reserved).hasToString(Decision.reserved(250, 9_250, 0).toString());
    assertThat(List.of(reserved.turnMicros(0), reserved.turnMicros(1))).containsExactly(9_250L, 0L);
    assertThat(reply.decision(2, 2, false)).hasToString(Decision.denied(1, 7).toString());
  }

  @Test
  void reply_textInPlaceOfAVerdict_isAFaultOfThatAcquire() {
    ScriptReply reply = ScriptReply.of(List.of(0L, 4L, bytes("WRONGTYPE of a kind"), 0L));

    assertThat(reply.size()).isEqualTo(2);
    assertThat(reply.fault(0)).isNull();
    assertThat(reply.fault(1)).isEqualTo("WRONGTYPE of a kind");
  }

  static Stream<List<?>> senseless() {
    return Stream.of(
        List.of(0L),
        List.of(0L, List.of(1L)),
        List.of(0L, -1L),
        List.of(5L, 7L),
        List.of(5L, List.of()),
        List.of(5L, List.of(7L)),
        List.of(5L, List.of(7L, bytes("8"))),
        List.of(-5L, 2L),
        List.of(-5L, -1L),
        List.of(-5L, Long.MAX_VALUE),
        List.of(Long.MIN_VALUE, 0L),
        List.of(0L, bytes("many")),
        List.of(List.of(), 0L));
  }

  @ParameterizedTest
  @MethodSource("senseless")
  void reply_thatTheScriptCannotGive_isRefused(List<?> reply) {
    assertThatThrownBy(() -> ScriptReply.of(reply).decision(0, 2, false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refund_ofAReservation_saysItsTurn() {
    List<Claim> reserved = List.of(within("a", SPEC, 2, 9).reservedFor(1_700_000_000_123_456L));

    assertThat(text(ScriptCall.refund("", reserved).args()))
        .isEqualTo("10 1 200000 -2 1700000000123456");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void reply_anythingElse_isRefused() {
    for (Object reply :
        new Object[] {"OK", 1L, List.of(1L), List.of("a", "b"), List.of(1L, bytes("a"))}) {
      assertThatThrownBy(() -> ScriptReply.of(reply)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
