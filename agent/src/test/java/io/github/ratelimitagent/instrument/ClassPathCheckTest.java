package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Limited;
import com.acme.PaymentService;
import com.acme.Repository;
import com.acme.orders.CachedOrderRepository;
import com.acme.orders.Order;
import com.acme.orders.OrderRepository;
import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.metrics.LimitCounters;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCheckTest {
  private static final String CHARGE_BY_USER = "com.acme.PaymentService.charge(String)";
  private static final String CHARGE_CENTS = "com.acme.PaymentService.charge(String, long)";
  private static final String CHARGE_MANY = "com.acme.PaymentService.charge(int[], String[])";

  @TempDir Path folder;
  private JarMaker jar;

  @BeforeEach
  void shop() {
    jar =
        JarMaker.jar()
            .add("", PaymentService.class)
            .add("", Limited.class)
            .add("", Repository.class)
            .add("", OrderRepository.class)
            .add("", CachedOrderRepository.class)
            .add("", Order.class);
  }

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
    List<LimitCoverage> coverage = ClassPathCheck.of(List.of(first, second), written());
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
  void brokenClassFile_isAWarning_andOthersAreChecked() throws IOException {
    byte[] truncated = Arrays.copyOf(JarMaker.classFile(Order.class), 100);
    jar.add("com/acme/Truncated.class", truncated)
        .add("com/acme/Garbage.class", "no class".getBytes())
        .add("com/acme/Empty.class", new byte[0]);
    LimitCoverage coverage = check(limit("com.acme.*.charge(String)"));
    assertThat(coverage.methods()).containsExactly(CHARGE_BY_USER);
    assertThat(coverage.warnings())
        .hasSize(3)
        .allMatch(warning -> warning.matches("class com.acme.\\w+ cannot be read, .*"));
  }

  @Test
  void classOfAFutureVersion_isAWarning() throws IOException {
    byte[] future = JarMaker.classFile(Order.class);
    future[7] = (byte) 250;
    jar.add("com/acme/Future.class", future);
    LimitCoverage coverage = check(limit("com.acme.Future.*(..)", "com.acme.PaymentService.run()"));
    assertThat(coverage.methods()).containsExactly("com.acme.PaymentService.run()");
    assertThat(coverage.warnings()).anyMatch(w -> w.startsWith("class com.acme.Future cannot be"));
  }

  @Test
  void classWithMissingTypes_isChecked() throws IOException {
    jar.add("com/acme/Odd.class", ClassMaker.make("com.acme.Odd", 52, "com/other/Missing"));
    LimitCoverage coverage = check(keyed("{0}", "com.acme.Odd.take(..)"));
    assertThat(coverage.methods()).containsExactly("com.acme.Odd.take(com.other.Missing)");
    assertThat(coverage.problems()).isEmpty();
  }

  @Test
  void classWithAMalformedSignature_isAWarning_asTheAgentCannotWeaveIt() throws IOException {
    jar.add(
        "com/acme/Odd.class",
        ClassMaker.makeWithMalformedSignature("com.acme.Odd", "java/lang/String"));
    LimitCoverage coverage = check(limit("com.acme.Odd.take(..)"));
    assertThat(coverage.methods()).isEmpty();
    assertThat(coverage.warnings())
        .singleElement()
        .asString()
        .startsWith("class com.acme.Odd cannot be read");
  }

  @Test
  void classUnderAnotherName_isNotTakenForIt() throws IOException {
    jar.add("com/acme/Moved.class", JarMaker.classFile(Order.class));
    LimitCoverage coverage = check(limit("com.acme.Moved.*(..)"));
    assertThat(coverage.methods()).isEmpty();
  }

  private LimitCoverage check(CoveredLimit limit) throws IOException {
    List<LimitCoverage> coverage = ClassPathCheck.of(List.of(limit), written());
    assertThat(coverage).hasSize(1);
    return coverage.get(0);
  }

  private List<File> written() {
    return List.of(jar.write(folder.resolve("shop.jar")).toFile());
  }

  private static CoveredLimit limit(String... patterns) {
    return covered(Limit.builder("x", new BucketSpec(1, 1, 1)).build(), patterns);
  }

  private static CoveredLimit keyed(String key, String pattern) {
    return covered(
        Limit.builder("x", new BucketSpec(1, 1, 1)).key(Template.parse(key)).build(), pattern);
  }

  private static CoveredLimit covered(Limit limit, String... patterns) {
    List<MethodPattern> parsed = Arrays.stream(patterns).map(MethodPattern::parse).toList();
    return new CoveredLimit(limit, parsed, List.of(), "limits.conf:1", new LimitCounters());
  }
}
