package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of the JDK, loaded before the agent, by many threads, and of loaders that go. */
class ClassLoadingTest {
  /** Of its own in each test, because the classes of other tests are still loaded. */
  private final String name = ClassMaker.freshName();

  @Test
  void loadedClass_isWovenWhenTheAgentComesLater() throws Throwable {
    Class<?> type = ClassMaker.load(name);
    assertThat(App.callStatic(type, "twice", 1)).isEqualTo(2);
    try (WovenJvm jvm = new WovenJvm().limit("late", 1, name + ".twice(int)").install()) {
      assertThat(App.callStatic(type, "twice", 2)).isEqualTo(4);
      assertThatThrownBy(() -> App.callStatic(type, "twice", 3))
          .isInstanceOf(RateLimitExceededException.class);
    }
    // the gates of woven methods are open once the agent has stopped
    assertThat(App.callStatic(type, "twice", 4)).isEqualTo(8);
  }

  @Test
  void jdkClass_namedExactly_isLimitedAndTheWeaverDoesNotMeetItsOwnGate() throws Exception {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("url", 2, "java.net.URL.openConnection()")
            .limit("other", 1, name + ".twice(int)")
            .install()) {
      URL url = URI.create("http://127.0.0.1:1/").toURL();
      url.openConnection();
      url.openConnection();
      assertThatThrownBy(url::openConnection).isInstanceOf(RateLimitExceededException.class);

      Class<?> type = ClassMaker.load(name);
      type.getMethod("twice", int.class).invoke(null, 1);
      assertThat(jvm.counts("other").allowed()).isEqualTo(1);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ThreadLocal.get()",
        "System.getProperty(..)",
        "Long.valueOf(long)",
        "Boolean.valueOf(boolean)",
        "Byte.*(..)"
      })
  void classThatTheGateNeeds_isRefusedWithAReason(String method) {
    try (WovenJvm jvm = new WovenJvm().limit("bad", 1, "java.lang." + method).install()) {
      assertThat(jvm.messages())
          .containsExactly(
              "java.lang."
                  + method.substring(0, method.indexOf('.'))
                  + " cannot be limited: the agent needs it to limit anything, or the JVM to start");
    }
  }

  @Test
  void kamon933_webApplicationUndeployed20Times_itsLoadersAreCollected() throws Throwable {
    Limit perValue =
        Limit.builder("per-value", WovenJvm.once(100))
            .key(Template.parse("{this.tag}-{0}"))
            .exceptionClass("com.acme.odd.Refused")
            .build();
    try (WovenJvm jvm = new WovenJvm().limit(perValue, "com.acme.Deployed.work(..)").install()) {
      List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        loaders.add(deployAndUse());
      }
      assertThat(jvm.counts("per-value").allowed()).isEqualTo(20);
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> {
                System.gc();
                assertThat(loaders).allMatch(loader -> loader.get() == null);
              });
      assertThat(jvm.messages()).isEmpty();
    }
  }

  private static WeakReference<ClassLoader> deployAndUse() throws Throwable {
    String name = "com.acme.Deployed";
    byte[] classFile;
    try (var in = ClassLoadingTest.class.getResourceAsStream("/com/acme/Deployed.class")) {
      classFile = in.readAllBytes();
    }
    Class<?> type = ClassMaker.load(name, classFile);
    Object deployed = type.getConstructor().newInstance();
    App.call(deployed, "work", "x");
    return new WeakReference<>(type.getClassLoader());
  }

  @Test
  void manyThreads_loadingLimitedClassesAtOnce_allAreWoven() throws Exception {
    int classes = 64;
    try (WovenJvm jvm =
        new WovenJvm().limit("all", 1000, "com.acme.odd.Many*.twice(int)").install()) {
      ExecutorService threads = Executors.newFixedThreadPool(16);
      List<Future<Object>> results = new ArrayList<>();
      for (int i = 0; i < classes; i++) {
        String many = "com.acme.odd.Many" + i;
        results.add(
            threads.submit(
                () -> {
                  Class<?> type = ClassMaker.load(many);
                  return type.getMethod("twice", int.class).invoke(null, 4);
                }));
      }
      for (Future<Object> result : results) {
        assertThat(result.get()).isEqualTo(8);
      }
      threads.shutdown();
      assertThat(jvm.counts("all").allowed()).isEqualTo(classes);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void probe_offeredToTheWeaver_callsTheGate() throws Exception {
    try (WovenJvm jvm = new WovenJvm().limit("any", 1, name + ".twice(int)").install()) {
      assertThat(jvm.dispatcher().takeProbeFired()).isFalse();
      jvm.installation().fireProbe();
      assertThat(jvm.dispatcher().takeProbeFired()).isTrue();
    }
  }
}
