package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import org.junit.jupiter.api.Test;

/** Which methods are covered, and what the operator is told of it. */
class MatchingTest {
  private static final String WORK = "com.acme.woven.Work";
  private static final String GREETING = "com.acme.woven.Greeting";

  private final App app = new App();

  /** Of its own in each test, because the classes of other tests are still loaded. */
  private final String name = ClassMaker.freshName();

  @Test
  void synchronizedMethodThatMayWait_isWarnedOfOnce() throws Throwable {
    Limit waits = Limit.builder("waits", WovenJvm.once(5)).block(10).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(waits, WORK + ".locked()")
            .limit("throws", 5, WORK + ".locked()")
            .install()) {
      App.call(app.create(WORK), "locked");
      App.call(new App().create(WORK), "locked");
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith("limit waits (test.conf:1): " + WORK + ".locked() is synchronized");
      assertThat(jvm.counts("waits").allowed()).isEqualTo(2);
    }
  }

  @Test
  void checkedExceptionThatTheMethodDoesNotDeclare_isWarnedOf() throws Throwable {
    Limit checked =
        Limit.builder("io", WovenJvm.once(5)).exceptionClass("java.io.IOException").build();
    Limit unchecked =
        Limit.builder("fine", WovenJvm.once(5))
            .exceptionClass("java.lang.IllegalStateException")
            .build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(checked, name + ".twice(int)")
            .limit(unchecked, name + ".twice(int)")
            .install()) {
      assertThat(App.callStatic(ClassMaker.load(name), "twice", 1)).isEqualTo(2);
      assertThat(jvm.messages())
          .containsExactly(
              "limit io (test.conf:1) on "
                  + name
                  + ".twice(int): does not declare java.io.IOException, a checked exception: its"
                  + " callers do not expect it");
    }
  }

  @Test
  void abstractAndNativeMethods_namedExactly_areReported() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("abstract", 1, GREETING + ".quiet()")
            .limit("native", 1, WORK + ".ofSystem()")
            .install()) {
      App.call(app.create(WORK), "quiet");
      assertThat(jvm.messages())
          .containsExactlyInAnyOrder(
              "limit native (test.conf:1): "
                  + WORK
                  + ".ofSystem() is native and has no body to limit; limit what calls it",
              "limit abstract (test.conf:1): "
                  + GREETING
                  + ".quiet() is abstract and has no body to limit; name the class that implements"
                  + " it, or put + behind the type");
      assertThat(jvm.installation().unmatched())
          .hasSize(2)
          .allSatisfy(m -> assertThat(m).contains("no body to limit"));
    }
  }

  @Test
  void abstractMethodUnderAPlusOrWildcard_isNoNewsWhereAClassImplementsIt() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("plus", 1, GREETING + "+.quiet()")
            .limit("wild", 1, "com.acme.woven.*.quiet()")
            .install()) {
      App.call(app.create(WORK), "quiet");
      assertThat(jvm.counts("plus").allowed()).isEqualTo(1);
      assertThat(jvm.counts("wild").allowed()).isEqualTo(1);
      assertThat(jvm.messages()).isEmpty();
      assertThat(jvm.installation().unmatched()).isEmpty();
    }
  }

  @Test
  void defaultMethodOfAnInterface_isWoven() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("greet", 2, GREETING + ".greet(String)").install()) {
      Object work = app.create(WORK);
      assertThat(App.call(work, "greet", "you")).isEqualTo("hello you");
      App.call(work, "greet", "you");
      assertThatThrownBy(() -> App.call(work, "greet", "you"))
          .isInstanceOf(RateLimitExceededException.class);
    }
  }

  @Test
  void staticMethod_isWoven() throws Throwable {
    Limit limit = Limit.builder("shared", WovenJvm.once(1)).key(Template.parse("{number}")).build();
    try (WovenJvm jvm = new WovenJvm().limit(limit, WORK + ".shared(int)").install()) {
      assertThat(app.callStatic(WORK, "shared", 5)).isEqualTo(5);
      assertThat(app.callStatic(WORK, "shared", 6)).isEqualTo(6);
      assertThatThrownBy(() -> app.callStatic(WORK, "shared", 5))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void annotatedMethods_areWoven() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("marked", 5, "@com.acme.woven.Marked com.acme.woven.*.*(..)")
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "marked");
      App.call(work, "quiet");
      assertThat(jvm.counts("marked").allowed()).isEqualTo(1);
    }
  }

  @Test
  void superclassWhoseClassFileCannotBeLocated_isMatchedByItsName() throws Throwable {
    String node = "com.acme.woven.Node";
    App secretive = new App(name -> name.equals(node + "$Middle"));
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("middles", 5, node + "$Middle+.new(..)")
            .limit("nodes", 5, node + "+.new(..)")
            .install()) {
      secretive.create(node + "$Last", "x");
      // Middle's own constructor is woven; that it is the one that Last begins with is not known
      assertThat(jvm.counts("middles").allowed()).isBetween(1L, 2L);
      // that Last is a Node cannot be known
      assertThat(jvm.counts("nodes").allowed()).isEqualTo(1);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void inheritedMethodNamedThroughTheSubclass_isReportedWithTheDeclaringType() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("inherited", 1, WORK + ".greet(..)").install()) {
      App.call(app.create(WORK), "greet", "you");
      assertThat(jvm.installation().unmatched())
          .singleElement()
          .asString()
          .startsWith("limit inherited (test.conf:1) has matched nothing so far")
          .contains(GREETING);
    }
  }

  @Test
  void oneTemplateThatCannotWork_leavesTheOtherLimitsOfTheMethod() throws Throwable {
    Limit wrong = Limit.builder("wrong", WovenJvm.once(1)).key(Template.parse("{nothing}")).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(wrong, WORK + ".keyed(..)")
            .limit("fine", 1, WORK + ".keyed(..)")
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "keyed", "x");
      assertThatThrownBy(() -> App.call(work, "keyed", "x"))
          .isInstanceOf(RateLimitExceededException.class)
          .hasMessageContaining("fine");
      assertThat(jvm.messages()).singleElement().asString().contains("limit wrong", "nothing");
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
      App.call(type.getConstructor().newInstance(), "take", "x");
      assertThat(jvm.counts("all").allowed()).isEqualTo(1);
      assertThat(jvm.messages()).hasSize(1);
    }
  }

  @Test
  void templateThatCannotWork_isReportedWhenTheClassIsLoaded() throws Throwable {
    Limit wrong =
        Limit.builder("wrong", WovenJvm.once(1)).key(Template.parse("{0.nothing}")).build();
    try (WovenJvm jvm = new WovenJvm().limit(wrong, name + ".take(..)").install()) {
      Class<?> type = ClassMaker.load(name);
      Object made = type.getConstructor().newInstance();
      App.call(made, "take", "x");
      App.call(made, "take", "x");

      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith("limit wrong (test.conf:1) is not applied to " + name + ".take(String): ");
    }
  }
}
