package io.github.ratelimitagent.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.ratelimitagent.store.InProcessStore;
import io.github.ratelimitagent.testing.RecordedLog;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadStateTest {
  @Test
  void restore_manyGroups_goesBackToWhatWasSeen() {
    ThreadState state = new ThreadState();
    for (int group = 0; group < 100; group++) {
      state.count(group);
    }
    state.restore(40);
    assertThat(state.isCounted(39)).isTrue();
    assertThat(state.isCounted(40)).isFalse();
    state.restore(0);
    assertThat(state.isCounted(0)).isFalse();
  }

  @Test
  void restore_depthNeverReached_staysWhereItIs() {
    ThreadState state = new ThreadState();
    state.count(1);
    state.restore(50);
    assertThat(state.depth()).isEqualTo(1);
    assertThat(state.isCounted(2)).isFalse();
    state.count(2);
    assertThat(state.isCounted(2)).isTrue();
  }

  @Test
  void entered_anyDepth_exitGoesBackThereWithoutANewObject() {
    ThreadState state = new ThreadState();
    for (int depth = 0; depth < 100; depth++) {
      ThreadState.Entered entered = state.entered(depth);
      state.count(depth);
      assertThat(state.entered(depth)).isSameAs(entered);
    }
    state.entered(40).exit();
    assertThat(state.depth()).isEqualTo(40);
    state.entered(0).exit();
    assertThat(state.depth()).isZero();
  }

  @Test
  void onExit_ofACallThatAnEarlierAgentLetIn_harmsNothing() {
    Dispatcher dispatcher =
        new Dispatcher(
            new SiteTable(), new AgentThreads(), new InProcessStore(), t -> {}, new RecordedLog());
    for (Object entered : List.of(7, "of another version")) {
      assertThatCode(() -> dispatcher.onExit(entered)).doesNotThrowAnyException();
    }
  }
}
