package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Dispatcher;
import io.github.ratelimitagent.limit.SiteTable;
import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.testing.GateSession;
import io.github.ratelimitagent.testing.RecordedLog;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstallationTest {
  private final List<String> asked = new ArrayList<>();

  /** The JVM's own, which cannot list the loaded classes the first time. */
  private Instrumentation failingOnce() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              boolean first = !asked.contains(method.getName());
              asked.add(method.getName());
              if (first && method.getName().equals("getAllLoadedClasses")) {
                throw new IllegalStateException("not now");
              }
              try {
                return method.invoke(GateSession.instrumentation(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void installationThatFails_leavesNoTransformer() {
    assertThatThrownBy(
            () ->
                Installation.install(
                    failingOnce(),
                    List.of(),
                    new SiteTable(),
                    new AgentThreads(),
                    new Accessors(type -> {}),
                    new RecordedLog(),
                    new WeavingListener() {},
                    Dispatcher.PROBE_SITE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not now");

    assertThat(asked).containsSubsequence("addTransformer", "removeTransformer");
  }
}
