package io.github.ratelimitagent.store;

import static io.github.ratelimitagent.store.Claims.spec;
import static io.github.ratelimitagent.store.Claims.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What becomes of reserved turns that are given back before their time, in every store. */
public abstract class TurnsContract extends BucketStoreContract {
  /** 3 tokens, one an hour. */
  private static final BucketSpec SLOW = spec(3, "1/h");

  @Test
  void refund_ofTheLastTurn_givesItToTheNextCaller() throws Exception {
    drain("a", SLOW);
    List<Claim> claims = List.of(within("a", SLOW, 1, 9 * HOUR));
    store().acquire(claims);
    Decision second = store().acquire(claims);

    store().refund(claims, second);

    assertThat(store().acquire(claims).waitMicros()).isBetween(2 * HOUR - 60 * SECOND, 2 * HOUR);
    assertThat(store().acquire(claims).waitMicros()).isBetween(3 * HOUR - 60 * SECOND, 3 * HOUR);
  }

  @Test
  void refund_ofAnEarlierTurn_givesItToTheNextCallerAndMovesNoOther() throws Exception {
    drain("a", SLOW);
    List<Claim> claims = List.of(within("a", SLOW, 1, 9 * HOUR));
    Decision first = store().acquire(claims);
    store().acquire(claims);

    store().refund(claims, first);

    assertThat(store().acquire(claims).waitMicros()).isBetween(HOUR - 60 * SECOND, HOUR);
    assertThat(store().acquire(claims).waitMicros()).isBetween(3 * HOUR - 60 * SECOND, 3 * HOUR);
  }

  @Test
  void refund_ofAllTurnsInAnyOrder_leavesNoDebt() throws Exception {
    drain("a", SLOW);
    List<Claim> claims = List.of(within("a", SLOW, 1, 99 * HOUR));
    List<Decision> turns = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      turns.add(store().acquire(claims));
    }
    Collections.shuffle(turns, new Random(20));

    for (Decision turn : turns) {
      store().refund(claims, turn);
    }

    assertThat(store().acquire(claims).waitMicros()).isBetween(HOUR - 60 * SECOND, HOUR);
  }

  @Test
  void refund_ofSeveralReservations_givesEachItsOwnTurnBack() throws Exception {
    drain("a", SLOW);
    drain("b", SLOW);
    Claim a = within("a", SLOW, 1, 99 * HOUR);
    Claim b = within("b", SLOW, 1, 99 * HOUR);
    store().acquire(List.of(b));
    Decision both = store().acquire(List.of(a, b));
    store().acquire(List.of(a));

    store().refund(List.of(a, b), both);

    assertThat(store().acquire(List.of(a)).waitMicros()).isBetween(HOUR - 60 * SECOND, HOUR);
    assertThat(store().acquire(List.of(b)).waitMicros())
        .isBetween(2 * HOUR - 60 * SECOND, 2 * HOUR);
  }
}
