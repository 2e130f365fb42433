package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.testing.GateSession;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Classes that the JVM did not offer to the weaver when it loaded them. */
class LateClassesTest {
  private static final String WORK = "com.acme.woven.Work";
  private static final String LAMBDAS = "com.acme.woven.Lambdas";

  private final List<String> refused = new ArrayList<>();

  /** Loads {@link #WORK} when it is first asked for a class file: within another's transform. */
  private static final class Eager extends App {
    private boolean asked;

    @Override
    public InputStream getResourceAsStream(String resource) {
      if (!asked) {
        asked = true;
        try {
          loadClass(WORK);
        } catch (ClassNotFoundException e) {
          throw new AssertionError(e);
        }
      }
      return super.getResourceAsStream(resource);
    }
  }

  @Test
  void classLoadedWithinAnothersTransform_isWovenByTheLaterScan() throws Throwable {
    Eager app = new Eager();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("work", 1, WORK + ".quiet()")
            // whether a class is one of these, the class files of its superclasses must tell
            .limit("others", 1, "com.acme.woven.Absent+.quiet()")
            .install()) {
      app.create("com.acme.woven.Node$Last", "x");
      assertThat(app.asked).isTrue();

      Object work = app.create(WORK);
      App.call(work, "quiet");
      assertThat(jvm.counts("work").allowed()).as("not offered so far").isZero();
      jvm.installation().offerMissedSinceLastTime(refused::add);
      assertThat(refused).isEmpty();
      App.call(work, "quiet");
      assertThatThrownBy(() -> App.call(work, "quiet"))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void supertypeWithoutAClassFile_decidesOnceItIsLoaded() throws Throwable {
    App app = new App("com.acme.woven.Jobs$Base"::equals);
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("jobs", 1, "com.acme.woven.Jobs$Job+.work()")
            .limitBut("but", "com.acme.woven.Jobs$Own.work()", "com.acme.woven.Jobs$Job+.work()")
            .install()) {
      Object own = app.create("com.acme.woven.Jobs$Own");
      App.call(own, "work");
      assertThat(jvm.counts("jobs").allowed()).as("not known so far").isZero();
      assertThat(jvm.counts("but").allowed()).isEqualTo(1);

      jvm.installation().offerMissedSinceLastTime(refused::add);
      assertThat(refused).isEmpty();

      App.call(own, "work");
      assertThatThrownBy(() -> App.call(own, "work"))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.counts("but").allowed()).isEqualTo(1);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void classThatCannotBeWovenWithAnEmptyStackEither_isSaidAndNotOfferedForEver() throws Throwable {
    AtomicInteger asked = new AtomicInteger();
    // for other tests, whose weavers meet the class too
    AtomicBoolean failing = new AtomicBoolean(true);
    App app =
        new App(
            name -> {
              if (failing.get() && name.equals("com.acme.woven.Jobs$Base")) {
                asked.incrementAndGet();
                throw new StackOverflowError();
              }
              return false;
            });
    try (WovenJvm jvm =
        new WovenJvm().limit("jobs", 1, "com.acme.woven.Jobs$Job+.work()").install()) {
      app.create("com.acme.woven.Jobs$Own");
      jvm.installation().offerMissedSinceLastTime(refused::add);
      int askedTwice = asked.get();
      jvm.installation().offerMissedSinceLastTime(refused::add);

      assertThat(asked).hasValue(askedTwice);
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("com.acme.woven.Jobs$Own cannot be woven", "StackOverflowError");
    } finally {
      failing.set(false);
    }
  }

  @Test
  void hiddenClasses_ofLambdaExpressions_areNoNews() throws Throwable {
    App app = new App();
    Object made = app.callStatic(LAMBDAS, "make");
    assertThat(made.getClass().getName()).contains("/");
    try (WovenJvm jvm =
        new WovenJvm().limit("all", 5, "com.acme.woven.*.run(..)", "Runnable+.run()").install()) {
      jvm.installation().offerMissed(refused::add);
      assertThat(refused).isEmpty();
      assertThat(jvm.messages()).isEmpty();
      ((Runnable) made).run();
    }
  }

  @Test
  void loaderThatEqualsAnother_isAnotherAllTheSame() throws Throwable {
    App first = new Alike();
    App second = new Alike();
    Object early = first.create(WORK);
    Object late = second.create(WORK);
    try (WovenJvm jvm = new WovenJvm().limit("one", 1, WORK + ".quiet()").install()) {
      App.call(early, "quiet");
      for (Object work : new Object[] {early, late}) {
        assertThatThrownBy(() -> App.call(work, "quiet"))
            .isInstanceOf(RateLimitExceededException.class);
      }
      assertThat(jvm.messages()).isEmpty();
    }
  }

  /** As some containers' loaders: equal by what they load. */
  private static final class Alike extends App {
    @Override
    public boolean equals(Object other) {
      return other instanceof Alike;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void otherAgentThatFailsOnRetransformation_hindersNothingAndIsSaid() throws Throwable {
    App app = new App();
    Object work = app.create(WORK);
    app.callStatic(LAMBDAS, "make");
    Instrumentation instrumentation = GateSession.instrumentation();
    ClassFileTransformer breaking =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] classFile) {
            // another superclass, which no loaded class can be given
            return WORK.replace('.', '/').equals(name) && redefined != null
                ? ClassMaker.make(WORK, 52, "java/lang/String")
                : null;
          }
        };
    instrumentation.addTransformer(breaking, true);
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("one", 1, WORK + ".quiet()")
            .limit("another", 1, LAMBDAS + ".make()")
            .install()) {
      instrumentation.removeTransformer(breaking);
      assertThat(jvm.messages())
          .containsExactly(
              "class " + WORK + " was loaded before the agent and cannot be woven any more");
      App.call(work, "quiet");
      App.call(work, "quiet");
      app.callStatic(LAMBDAS, "make");
      assertThatThrownBy(() -> app.callStatic(LAMBDAS, "make"))
          .isInstanceOf(RateLimitExceededException.class);
    } finally {
      instrumentation.removeTransformer(breaking);
    }
  }
}
