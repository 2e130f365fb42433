package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Ledger;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.metrics.LimitCounters;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which methods on the class path a limit covers, and what is said of it. */
class ClassPathCheckTest extends ClassPathCheckFixture {
  @Test
  void pattern_coversWhatTheAgentWouldLimit() throws IOException {
    LimitCoverage coverage = check(limit("com.acme.PaymentService.charge(..)"));
    assertThat(coverage.methods())
        .containsExactlyInAnyOrder(CHARGE_BY_USER, CHARGE_CENTS, CHARGE_MANY);
    assertThat(coverage.warnings()).isEmpty();
    assertThat(coverage.problems()).isEmpty();
  }

  @Test
  void limits_areReportedInTheirOrder() throws IOException {
    CoveredLimit first = limit("com.acme.PaymentService.run()");
    CoveredLimit second = limit("com.acme.PaymentService.charge(String)");
    List<LimitCoverage> coverage = ClassPathCheck.of(List.of(first, second), written()).limits();
    assertThat(coverage).extracting(LimitCoverage::limit).containsExactly(first, second);
    assertThat(coverage.get(0).methods()).containsExactly("com.acme.PaymentService.run()");
    assertThat(coverage.get(1).methods()).containsExactly(CHARGE_BY_USER);
  }

  @Test
  void template_thatCannotBindToOneMethod_isAProblemOfThatMethod() throws IOException {
    LimitCoverage coverage = check(keyed("user:{userId}", "com.acme.PaymentService.charge(..)"));
    assertThat(coverage.methods()).containsExactlyInAnyOrder(CHARGE_BY_USER, CHARGE_CENTS);
    assertThat(coverage.problems())
        .singleElement()
        .asString()
        .startsWith(CHARGE_MANY + " is not limited: ")
        .contains("did you mean userIds?");
  }

  @Test
  void template_withADoubt_isAWarning() throws IOException {
    LimitCoverage coverage =
        check(keyed("order:{0}", "com.acme.orders.OrderRepository.save(com.acme.orders.Order)"));
    assertThat(coverage.methods()).hasSize(1);
    assertThat(coverage.warnings()).hasSize(1);
  }

  @Test
  void unknownClass_isAProblemWithNearNames() throws IOException {
    LimitCoverage coverage = check(limit("com.acme.PaymentServise.charge(..)"));
    assertThat(coverage.methods()).isEmpty();
    assertThat(coverage.problems())
        .singleElement()
        .asString()
        .startsWith("com.acme.PaymentServise.charge(..) covers nothing: ")
        .contains("did you mean com.acme.PaymentService?");
  }

  @Test
  void oneOfTwoPatterns_thatCoversNothing_isAWarning() throws IOException {
    LimitCoverage coverage =
        check(limit("com.acme.PaymentService.chrge(..)", "com.acme.PaymentService.charge(String)"));
    assertThat(coverage.methods()).containsExactly(CHARGE_BY_USER);
    assertThat(coverage.problems()).isEmpty();
    assertThat(coverage.warnings())
        .singleElement()
        .asString()
        .startsWith("com.acme.PaymentService.chrge(..) covers nothing: ");
  }

  @Test
  void abstractAndNativeMethodsBesideOthers_areWarnings() throws IOException {
    LimitCoverage coverage = check(limit("com.acme.PaymentService.*(..)"));
    assertThat(coverage.problems()).isEmpty();
    assertThat(coverage.warnings())
        .containsExactlyInAnyOrder(
            "com.acme.PaymentService.settle() is abstract: not limited",
            "com.acme.PaymentService.sign() is native: not limited");
  }

  @Test
  void onlyAnAbstractMethod_isAProblemSaidOnce() throws IOException {
    LimitCoverage coverage = check(limit("com.acme.PaymentService.settle()"));
    assertThat(coverage.warnings()).isEmpty();
    assertThat(coverage.problems()).singleElement().asString().contains("is abstract");
  }

  @Test
  void subtypes_areCovered_andTheirInterfaceIsNoDoubt() throws IOException {
    LimitCoverage coverage = check(limit("com.acme.Repository+.save(com.acme.orders.Order)"));
    assertThat(coverage.methods())
        .containsExactly("com.acme.orders.OrderRepository.save(com.acme.orders.Order)");
    assertThat(coverage.warnings()).isEmpty();
  }

  @Test
  void waitingInASynchronizedMethod_isAWarning() throws IOException {
    LimitCoverage coverage =
        check(
            covered(
                Limit.builder("block", new BucketSpec(1, 1, 1)).block(1).build(),
                "com.acme.PaymentService.refund(..)"));
    assertThat(coverage.methods()).hasSize(1);
    assertThat(coverage.warnings()).singleElement().asString().contains("keeps its monitor");
  }

  @Test
  void constructorThatBeginsWithAnother_isCountedThere() throws IOException {
    LimitCoverage coverage = check(limit("com.acme.orders.Order.new(..)"));
    assertThat(coverage.methods())
        .containsExactlyInAnyOrder(
            "com.acme.orders.Order.new(String, int)",
            "com.acme.orders.Order.new(String) (counted by the constructor that it begins with)");
  }

  @Test
  void classOfTheJdk_namedExactly_isFoundThoughNotOnTheClassPath() throws IOException {
    LimitCoverage coverage = check(limit("java.util.concurrent.ThreadPoolExecutor.execute(..)"));
    assertThat(coverage.methods())
        .containsExactly("java.util.concurrent.ThreadPoolExecutor.execute(Runnable)");
    assertThat(coverage.problems()).isEmpty();
  }

  @Test
  void unknownClassOfTheJdk_isAProblem() throws IOException {
    LimitCoverage coverage = check(limit("java.util.NoSuchClass.get(..)"));
    assertThat(coverage.problems()).singleElement().asString().contains("covers nothing");
  }

  @Test
  void manyAbstractMethods_areOneWarning() throws IOException {
    jar.add("", Ledger.class);
    LimitCoverage coverage = check(limit("com.acme.*.*(..)"));
    assertThat(coverage.warnings())
        .containsExactly("7 methods are abstract or native: not limited");
  }

  @Test
  void excludeThatExcludesNothing_isAWarning() throws IOException {
    LimitCoverage coverage =
        check(
            excluding(
                "com.acme.PaymentService.charge(..)",
                "com.acme.PaymentService.chrge(int[], String[])",
                "com.acme.PaymentService.run()",
                "com.acme.PaymentService.charge(String)"));
    assertThat(coverage.methods()).containsExactlyInAnyOrder(CHARGE_CENTS, CHARGE_MANY);
    assertThat(coverage.warnings())
        .hasSize(2)
        .anySatisfy(
            w ->
                assertThat(w)
                    .startsWith("com.acme.PaymentService.chrge(int[], String[]) excludes nothing: ")
                    .contains("did you mean com.acme.PaymentService.charge(String)"))
        .anySatisfy(
            w ->
                assertThat(w)
                    .isEqualTo(
                        "com.acme.PaymentService.run() excludes nothing: the limit's own patterns"
                            + " cover none of its methods"));
  }

  @Test
  void excludeThatKeepsEverythingOut_isTheReason() throws IOException {
    LimitCoverage coverage =
        check(excluding("com.acme.PaymentService.charge(..)", "com.acme.PaymentService.*(..)"));

    assertThat(coverage.problems())
        .containsExactly(
            "com.acme.PaymentService.charge(..) covers nothing: the limit's exclude keeps out what"
                + " it covers");
  }

  @Test
  void classThatTheAgentNeeds_isAProblem() throws IOException {
    LimitCoverage coverage = check(limit("java.lang.Integer.valueOf(int)"));

    assertThat(coverage.methods()).isEmpty();
    assertThat(coverage.problems())
        .singleElement()
        .asString()
        .contains("java.lang.Integer cannot be limited: the agent needs it to limit anything");
  }

  @Test
  void keyWithAParametersNameWithoutBraces_isAWarning() throws IOException {
    LimitCoverage coverage = check(keyed("userId", CHARGE_BY_USER));

    assertThat(coverage.warnings())
        .containsExactly(
            CHARGE_BY_USER
                + ": key userId is this text for every call; write {userId} for the parameter"
                + " userId");
    assertThat(check(keyed("user", CHARGE_BY_USER)).warnings()).isEmpty();
  }

  private static CoveredLimit excluding(String method, String... excludes) {
    return new CoveredLimit(
        Limit.builder("x", new BucketSpec(1, 1, 1)).build(),
        List.of(MethodPattern.parse(method)),
        Arrays.stream(excludes).map(MethodPattern::parse).toList(),
        "limits.conf:1",
        new LimitCounters());
  }
}
