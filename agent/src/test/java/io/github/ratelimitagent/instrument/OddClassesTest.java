package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Class files, class loaders and JDK classes as applications really have them. */
class OddClassesTest {
  /** Of its own in each test, because the classes of other tests are still loaded. */
  private final String name = "com.acme.odd.Made" + NAMES.incrementAndGet();

  private static final AtomicInteger NAMES = new AtomicInteger();

  private static Object call(Object self, Class<?> type, String method, Object... arguments)
      throws Throwable {
    for (Method candidate : type.getMethods()) {
      if (candidate.getName().equals(method)) {
        try {
          return candidate.invoke(self, arguments);
        } catch (InvocationTargetException e) {
          throw e.getTargetException();
        }
      }
    }
    throw new NoSuchMethodException(method);
  }

  /** Answers 4, and no second time. */
  private static void assertOnce(Callable call) throws Throwable {
    assertThat(call.call()).isEqualTo(4);
    assertThatThrownBy(call::call).isInstanceOf(RateLimitExceededException.class);
  }

  private interface Callable {
    Object call() throws Throwable;
  }

  @ParameterizedTest
  @ValueSource(ints = {46, 47, 48, 49, 50, 52})
  void elastic547_classFileOfOldVersion_isWovenCorrectly(int version) throws Throwable {
    byte[] classFile = ClassMaker.make(name, version, "java/lang/String");
    Limit perNumber =
        Limit.builder("per-number", WovenJvm.once(1)).key(Template.parse("{0}:{1}")).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(perNumber, name + ".add(..)")
            .limit("twice", 2, name + ".twice(int)")
            .install()) {
      Class<?> type = ClassMaker.load(name, classFile);
      Object made = type.getConstructor().newInstance();

      assertThat(call(made, type, "add", 3, 4L)).isEqualTo(7);
      assertThat(call(made, type, "add", 5, 4L)).isEqualTo(9);
      assertThatThrownBy(() -> call(made, type, "add", 3, 4L))
          .isInstanceOfSatisfying(
              RateLimitExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo("per-number");
                assertThat(e.key()).isEqualTo("3:4");
                assertThat(e).hasMessageNotContaining("3:4");
              });
      assertThat(call(null, type, "twice", 21)).isEqualTo(42);
      assertThat(call(null, type, "twice", 1)).isEqualTo(2);
      assertThatThrownBy(() -> call(null, type, "twice", 1))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  /** As ProGuard and R8 leave them. */
  @ParameterizedTest
  @CsvSource({"49, {0}", "49, k", "50, {0}", "50, k", "52, {0}", "52, k", "61, {0}", "61, k"})
  void methodThatPutsAnotherTypeWhereAParameterWas_isWovenCorrectly(int version, String key)
      throws Throwable {
    Limit limit =
        Limit.builder("all", WovenJvm.once(1)).key(Template.parse("{method}:" + key)).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(limit, name + ".length(..)", name + ".own(..)", name + ".half(..)")
            .install()) {
      Class<?> type = ClassMaker.load(name, ReusedSlots.make(name, version));
      Object made = type.getConstructor().newInstance();

      assertOnce(() -> call(made, type, "length", "four"));
      assertOnce(() -> call(made, type, "own", "four"));
      assertOnce(() -> call(null, type, "half", 1L, "four"));
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void methodThatIsTooLargeToBeWoven_isReported_andTheOthersAreLimited() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".*(..)").install()) {
      Class<?> type = ClassMaker.load(name, ReusedSlots.makeWithHuge(name));
      Object made = type.getConstructor().newInstance();

      assertThat(call(null, type, "huge")).isEqualTo(32_700);
      assertThat(call(null, type, "huge")).isEqualTo(32_700);
      assertOnce(() -> call(made, type, "length", "four"));
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith(name + ".huge() cannot be woven, so its calls are not limited by [all]");
    }
  }

  @Test
  void byteBuddy780_missingParameterType_doesNotHinderTheOtherMethods() throws Throwable {
    byte[] classFile = ClassMaker.make(name, 52, "com/absent/Missing");
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".*(..)").install()) {
      Class<?> type = ClassMaker.load(name, classFile);
      // reflection would look for the missing type
      MethodHandle twice =
          MethodHandles.publicLookup()
              .findStatic(type, "twice", MethodType.methodType(int.class, int.class));

      assertThat(twice.invoke(2)).isEqualTo(4);
      assertThatThrownBy(() -> twice.invoke(2)).isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void malformedGenericSignature_isReported_andTheClassWorksUnlimited() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".take(..)").install()) {
      Class<?> type =
          ClassMaker.load(name, ClassMaker.makeWithMalformedSignature(name, "java/lang/String"));
      Object made = type.getConstructor().newInstance();
      call(made, type, "take", "x");
      call(made, type, "take", "x");
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith("class " + name + " cannot be woven, so its calls are not limited by [all]");
    }
  }

  @Test
  void templateOfOneLimitThatCannotWork_doesNotHideTheOtherLimits() throws Throwable {
    Limit wrong =
        Limit.builder("wrong", WovenJvm.once(1)).key(Template.parse("{0.nothing}")).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(wrong, name + ".take(..)")
            .limit("all", 1, name + ".*(..)")
            .install()) {
      Class<?> type = ClassMaker.load(name);
      call(type.getConstructor().newInstance(), type, "take", "x");
      assertThat(jvm.counts("all").allowed()).isEqualTo(1);
      assertThat(jvm.messages()).hasSize(1);
    }
  }

  @Test
  void loadedClass_isWovenWhenTheAgentComesLater() throws Throwable {
    Class<?> type = ClassMaker.load(name);
    assertThat(call(null, type, "twice", 1)).isEqualTo(2);
    try (WovenJvm jvm = new WovenJvm().limit("late", 1, name + ".twice(int)").install()) {
      assertThat(call(null, type, "twice", 2)).isEqualTo(4);
      assertThatThrownBy(() -> call(null, type, "twice", 3))
          .isInstanceOf(RateLimitExceededException.class);
    }
    // the gates of woven methods are open once the agent has stopped
    assertThat(call(null, type, "twice", 4)).isEqualTo(8);
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

  @Test
  void classThatTheGateNeeds_isRefusedWithAReason() {
    try (WovenJvm jvm = new WovenJvm().limit("bad", 1, "java.lang.ThreadLocal.get()").install()) {
      assertThat(jvm.messages())
          .containsExactly(
              "java.lang.ThreadLocal cannot be limited: the agent needs it to limit anything");
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
    try (var in = OddClassesTest.class.getResourceAsStream("/com/acme/Deployed.class")) {
      classFile = in.readAllBytes();
    }
    Class<?> type = ClassMaker.load(name, classFile);
    Object deployed = type.getConstructor().newInstance();
    call(deployed, type, "work", "x");
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
  void limitWithATypo_isReportedWithTheNearName() throws Exception {
    try (WovenJvm jvm = new WovenJvm().limit("typo", 1, name + ".twise(int)").install()) {
      Class<?> type = ClassMaker.load(name);
      assertThat(type.getMethod("twice", int.class).invoke(null, 1)).isEqualTo(2);

      assertThat(jvm.installation().unmatched())
          .singleElement()
          .asString()
          .startsWith(
              "limit typo (test.conf:1) has matched nothing so far: " + name + ".twise(int)")
          .contains("twice(int)");
    }
  }

  @Test
  void excludeThatKeepsNothingOut_isReported() throws Exception {
    try (WovenJvm jvm =
        new WovenJvm()
            .limitBut("some", name + ".*(..)", name + ".twise(int)", name + ".twice(int)")
            .install()) {
      Class<?> type = ClassMaker.load(name);
      assertThat(type.getMethod("twice", int.class).invoke(null, 1)).isEqualTo(2);
      assertThat(jvm.installation().unmatched())
          .singleElement()
          .asString()
          .startsWith(
              "exclude of limit some (test.conf:1) has kept nothing out so far: "
                  + name
                  + ".twise(int) (")
          .contains("did you mean " + name + ".twice(int)?");
    }
  }

  @Test
  void classThatWasNotLoaded_isToldFromATypo() {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("unused", 1, "com.acme.NeverLoaded.work()")
            .limit("typo", 1, "com.acme.NeverLoaded.wrok()")
            .limit("missing", 1, "com.acme.NeverWritten.work()")
            .install()) {
      assertThat(jvm.installation().unmatched())
          .satisfiesExactly(
              unused ->
                  assertThat(unused)
                      .isEqualTo(
                          "limit unused (test.conf:1) has had nothing to limit so far: the"
                              + " application has not loaded the class com.acme.NeverLoaded yet"
                              + " (com.acme.NeverLoaded.work())"),
              typo ->
                  assertThat(typo)
                      .contains("has matched nothing so far")
                      .contains("did you mean com.acme.NeverLoaded.work()?"),
              missing ->
                  assertThat(missing)
                      .contains("has matched nothing so far")
                      .contains("no class com.acme.NeverWritten has been seen"));
    }
  }

  @Test
  void templateThatCannotWork_isReportedWhenTheClassIsLoaded() throws Throwable {
    Limit wrong =
        Limit.builder("wrong", WovenJvm.once(1)).key(Template.parse("{0.nothing}")).build();
    try (WovenJvm jvm = new WovenJvm().limit(wrong, name + ".take(..)").install()) {
      Class<?> type = ClassMaker.load(name);
      Object made = type.getConstructor().newInstance();
      call(made, type, "take", "x");
      call(made, type, "take", "x");

      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith("limit wrong (test.conf:1) is not applied to " + name + ".take(String): ");
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
