package io.github.ratelimitagent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class LeasedTokensTest {
  private final LeasedTokens tokens = new LeasedTokens();

  @Test
  void permits_areTakenWholeOrNotAtAll_andOnlyCallsAreCounted() {
    assertThat(tokens.add(10)).isTrue();
    assertThat(tokens.takeForCall(4)).isTrue();
    assertThat(tokens.take(3)).isTrue();
    assertThat(tokens.takeForCall(4)).isFalse();
    assertThat(tokens.takeForCall(3)).isTrue();
    assertThat(tokens.held()).isZero();
    assertThat(tokens.takeCalls()).isEqualTo(2);
    assertThat(tokens.takeCalls()).isZero();
  }

  @Test
  void most_isNotExceeded() {
    assertThat(tokens.add(LeasedTokens.MOST)).isTrue();
    assertThat(tokens.add(1)).isFalse();
    assertThat(tokens.takeForCall(1)).isTrue();
    assertThat(tokens.add(2)).isFalse();
    assertThat(tokens.add(Long.MAX_VALUE)).isFalse();
    assertThat(tokens.takeForCall(Long.MAX_VALUE)).isFalse();
    assertThat(tokens.takeCalls()).isEqualTo(1);
    assertThat(tokens.drain()).isEqualTo(LeasedTokens.MOST - 1);
  }

  @Test
  void ended_hasNothing_takesNothing() {
    tokens.add(1);
    assertThat(tokens.close()).isFalse();
    assertThat(tokens.takeForCall(1)).isTrue();
    assertThat(tokens.close()).as("a call is not told of").isFalse();
    assertThat(tokens.takeCalls()).isEqualTo(1);
    assertThat(tokens.close()).isTrue();
    assertThat(tokens.close()).isTrue();
    assertThat(tokens.add(1)).isFalse();
    assertThat(tokens.take(1)).isFalse();
    assertThat(tokens.held()).isZero();
    assertThat(tokens.drain()).isZero();
    assertThat(tokens.takeCalls()).isZero();
  }

  @Test
  void manyThreads_everyTokenGoesToOneCall_andEveryCallIsToldOnce() throws Exception {
    int takers = 3;
    int added = 200_000;
    CyclicBarrier together = new CyclicBarrier(takers + 1);
    ExecutorService executor = Executors.newFixedThreadPool(takers + 1);
    try {
      List<Future<Long>> taken = new ArrayList<>();
      for (int i = 0; i < takers; i++) {
        Callable<Long> taker =
            () -> {
              long calls = 0;
              together.await();
              for (int call = 0; call < added; call++) {
                calls += tokens.takeForCall(1) ? 1 : 0;
              }
              return calls;
            };
        taken.add(executor.submit(taker));
      }
      Callable<Long> adder =
          () -> {
            long told = 0;
            together.await();
            for (int i = 0; i < added; i++) {
              assertThat(tokens.add(1)).isTrue();
              told += tokens.takeCalls();
            }
            return told;
          };
      long told = executor.submit(adder).get();
      long calls = 0;
      for (Future<Long> taker : taken) {
        calls += taker.get();
      }
      assertThat(told + tokens.takeCalls()).isEqualTo(calls);
      assertThat(calls + tokens.drain()).isEqualTo(added);
    } finally {
      executor.shutdownNow();
    }
  }
}
