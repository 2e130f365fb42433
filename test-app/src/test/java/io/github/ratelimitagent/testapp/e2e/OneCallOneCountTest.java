package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a call reaches a limit, it counts once, and none is missed. */
class OneCallOneCountTest {
  private static final String MAIN = "io.github.ratelimitagent.testapp.cases.OneCallOneCount";

  private static final String LIMIT =
      """
          %s {
            method = "%s"
            key = "%s {class}"
            capacity = 6
            refill = 1 per 1h
          }
      """;

  static List<Jdk> jdks() {
    return Jdk.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void call_reachingItsLimitMoreThanOnce_countsOnce(Jdk jdk) {
    AgentRun.Result result = AgentRun.on(jdk).config(config()).run(MAIN).isSuccess();

    assertThat(result.lines())
        .containsExactly(
            "default=6",
            "inherited-default=6",
            "super=6",
            "bridge=6",
            "overloads=6",
            "recursion=6",
            "constructor-this=6",
            "constructor-super=6",
            "proxy=6",
            // batch() and the two item() inside it: three permits
            "nested-other-name=2",
            "throws=6",
            "constructor-throws=6",
            "overflow=6");
  }

  private static String config() {
    return "ratelimit.limits {\n"
        + limit("default", "Api+.greet()")
        + limit("super", "Base+.work()")
        + limit("bridge", "Handler+.handle(..)")
        + limit("overloads", "Overloads.charge(..)")
        + limit("recursion", "Overloads.fall(int)")
        + limit("constructor-this", "Order.new(..)")
        + limit("constructor-super", "*Item.new(..)")
        + limit("nested", "Overloads.*t*()")
        + limit("throws", "Overloads.fails()")
        + limit("constructor-throws", "Failing.new()")
        + limit("overflow", "Overloads.overflow(int)")
        + "}\n";
  }

  private static String limit(String name, String method) {
    return LIMIT.formatted(name, MAIN + "$" + method, name);
  }
}
