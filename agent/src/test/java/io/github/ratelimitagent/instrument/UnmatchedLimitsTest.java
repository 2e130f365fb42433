package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is said of limits and excludes that have met none of their methods. */
class UnmatchedLimitsTest {
  /** Of its own in each test, because the classes of other tests are still loaded. */
  private final String name = ClassMaker.freshName();

  @Test
  void limitWithATypo_isReportedWithTheNearName() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("typo", 1, name + ".twise(int)").install()) {
      assertThat(App.callStatic(ClassMaker.load(name), "twice", 1)).isEqualTo(2);

      assertThat(jvm.installation().unmatched())
          .singleElement()
          .asString()
          .startsWith(
              "limit typo (test.conf:1) has matched nothing so far: " + name + ".twise(int)")
          .contains("twice(int)");
    }
  }

  @Test
  void excludeThatKeepsNothingOut_isReported() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limitBut("some", name + ".*(..)", name + ".twise(int)", name + ".twice(int)")
            .install()) {
      assertThat(App.callStatic(ClassMaker.load(name), "twice", 1)).isEqualTo(2);
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
  void excludeThatKeepsEverythingOut_isTheReason() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm().limitBut("none", name + ".twice(int)", name + ".*(..)").install()) {
      assertThat(App.callStatic(ClassMaker.load(name), "twice", 1)).isEqualTo(2);
      assertThat(jvm.installation().unmatched())
          .containsExactly(
              "limit none (test.conf:1) has matched nothing so far: "
                  + name
                  + ".twice(int) (the limit's exclude keeps out what it covers)");
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
  void classOfTheJdkThatWasNotLoaded_isNoTypo() {
    try (WovenJvm jvm =
        new WovenJvm().limit("unused", 1, "java.rmi.MarshalledObject.get()").install()) {
      assertThat(jvm.installation().unmatched())
          .containsExactly(
              "limit unused (test.conf:1) has had nothing to limit so far: the application has not"
                  + " loaded the class java.rmi.MarshalledObject yet (java.rmi.MarshalledObject.get())");
    }
  }

  @Test
  void ofManyLimits_twentyAreExplainedAndTheOthersCounted() {
    WovenJvm made = new WovenJvm();
    for (int i = 1; i <= 23; i++) {
      made.limit("absent-" + i, 1, "com.acme.NeverWritten" + i + ".work()");
    }
    try (WovenJvm jvm = made.install()) {
      assertThat(jvm.installation().unmatched())
          .hasSize(21)
          .endsWith(
              "3 more limits have matched nothing so far, among them absent-21 (test.conf:1); the"
                  + " check command with --classpath tells why of each");
    }
  }
}
