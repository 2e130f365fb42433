package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** New objects: each counts once, whatever its constructors begin with. */
class ConstructorsTest {
  private static final String NODE = "com.acme.woven.Node";

  private final App app = new App();

  static Object[][] newObjects() {
    return new Object[][] {
      {1, new Object[] {}},
      {1, new Object[] {"content"}},
      {1, new Object[] {1}},
      {1, new Object[] {-1}},
      // this(number > 0 ? new Node("a") : new Node(new Node("b"), 1), 2)
      {2, new Object[] {1L}},
      {3, new Object[] {-1L}},
    };
  }

  @ParameterizedTest
  @MethodSource("newObjects")
  void otel19000_thisChain_countsEachObjectOnce(int objects, Object[] arguments) throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("nodes", 10, NODE + ".new(..)").install()) {
      app.create(NODE, arguments);
      assertThat(jvm.counts("nodes").allowed()).isEqualTo(objects);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void someConstructorsOnly_chainThroughOneThatIsNot_countsOnce() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            // Node(int) -> Node(String, boolean) -> Node(String) -> Node(Object, int)
            .limit("some", 10, NODE + ".new(int)", NODE + ".new(String)")
            .limit("ends", 10, NODE + ".new(int)", NODE + ".new(Object, int)")
            .limit("one", 10, NODE + ".new(String, boolean)")
            .install()) {
      app.create(NODE, 1);
      assertThat(jvm.counts("some").allowed()).isEqualTo(1);
      assertThat(jvm.counts("ends").allowed()).isEqualTo(1);
      assertThat(jvm.counts("one").allowed()).isEqualTo(1);
      app.create(NODE, "x");
      assertThat(jvm.counts("some").allowed()).isEqualTo(2);
      assertThat(jvm.counts("one").allowed()).isEqualTo(1);
    }
  }

  @Test
  void constructorThatTheTemplateDoesNotFit_leavesTheCountToTheOneThatBeginsWithIt()
      throws Throwable {
    Limit keyed = Limit.builder("keyed", WovenJvm.once(1)).key(Template.parse("{userId}")).build();
    try (WovenJvm jvm =
        new WovenJvm().limit(keyed, NODE + "$Keyed.new(..)", NODE + ".new()").install()) {
      app.create(NODE + "$Keyed", "x");

      assertThat(jvm.counts("keyed").allowed()).isEqualTo(1);
      assertThatThrownBy(() -> app.create(NODE + "$Keyed", "x"))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("is not applied to " + NODE + ".new()");
    }
  }

  @Test
  void superclassThatTheAgentNeeds_leavesTheCountToTheSubclass() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("numbers", 1, "java.lang.Number+.new(..)").install()) {
      app.create("com.acme.woven.Money", 5L);

      assertThat(jvm.counts("numbers").allowed()).isEqualTo(1);
      assertThatThrownBy(() -> app.create("com.acme.woven.Money", 6L))
          .isInstanceOf(RateLimitExceededException.class);
    }
  }

  @Test
  void superChain_countsOnceAlsoThroughAClassThatIsNotCovered() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm()
            .limit("all", 10, NODE + "+.new(..)")
            .limit("ends", 10, NODE + ".new(String)", NODE + "$Last.new(..)")
            .limit("last", 10, NODE + "$Last.new(..)")
            .install()) {
      app.create(NODE + "$Last", "x");
      assertThat(jvm.counts("all").allowed()).isEqualTo(1);
      assertThat(jvm.counts("ends").allowed()).isEqualTo(1);
      assertThat(jvm.counts("last").allowed()).isEqualTo(1);
      app.create(NODE + "$Middle", "x");
      assertThat(jvm.counts("all").allowed()).isEqualTo(2);
      assertThat(jvm.counts("last").allowed()).isEqualTo(1);
    }
  }

  @Test
  void constructorThatThrows1000Times_theLimitHoldsAfterwards() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("nodes", 1001, NODE + ".new(..)").install()) {
      for (int i = 0; i < 1000; i++) {
        assertThatThrownBy(() -> app.create(NODE, "wrong"))
            .isExactlyInstanceOf(IllegalArgumentException.class);
      }
      app.create(NODE, "right");
      assertThatThrownBy(() -> app.create(NODE, "right"))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.counts("nodes").allowed()).isEqualTo(1001);
    }
  }
}
