package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.acme.Ledger;
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
  private PathCoverage path;

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
  void brokenClassFile_isNoted_andOthersAreChecked() throws IOException {
    byte[] truncated = Arrays.copyOf(JarMaker.classFile(Order.class), 100);
    jar.add("com/acme/Truncated.class", truncated)
        .add("com/acme/Garbage.class", "no class".getBytes())
        .add("com/acme/Empty.class", new byte[0]);
    LimitCoverage coverage = check(limit("com.acme.*.charge(String)"));
    assertThat(coverage.methods()).containsExactly(CHARGE_BY_USER);
    assertThat(coverage.warnings()).isEmpty();
    assertThat(path.unreadable().keySet())
        .containsExactly("com.acme.Empty", "com.acme.Garbage", "com.acme.Truncated");
    assertThat(path.unreadable().values())
        .allMatch(why -> why.equals("its class file is damaged, or of another class"));
  }

  @Test
  void classOfAFutureVersion_isTheReasonWhyNothingIsCovered() throws IOException {
    byte[] future = JarMaker.classFile(Order.class);
    future[7] = (byte) 250;
    jar.add("com/acme/Future.class", future);
    LimitCoverage coverage = check(limit("com.acme.Future.*(..)"));
    assertThat(coverage.problems())
        .containsExactly(
            "com.acme.Future.*(..) covers nothing: the class com.acme.Future cannot be read: its"
                + " class file is newer than the agent knows, version 250");
  }

  @Test
  void missingSupertypes_areNotedOnce_andNoObstacle() throws IOException {
    jar.add("com/acme/Sub.class", ClassMaker.makeSubclass("com.acme.Sub", "com/other/Missing"))
        .add("com/acme/SubSub.class", ClassMaker.makeSubclass("com.acme.SubSub", "com/acme/Sub"));
    List<CoveredLimit> limits =
        List.of(
            limit("com.acme.Repository+.save(..)"),
            limit("com.other.Missing+.add(..)"),
            limit("com.acme.Sub.add(..)"));
    path = ClassPathCheck.of(limits, written());
    assertThat(path.incomplete())
        .containsOnly(
            entry("com.acme.Sub", "com.other.Missing"),
            entry("com.acme.SubSub", "com.other.Missing"));
    assertThat(path.unreadable()).isEmpty();
    assertThat(path.limits())
        .allSatisfy(of -> assertThat(of.warnings()).isEmpty())
        .allSatisfy(of -> assertThat(of.problems()).isEmpty());
    assertThat(path.limits().get(1).methods())
        .containsExactly("com.acme.Sub.add(int, long)", "com.acme.SubSub.add(int, long)");
    assertThat(path.limits().get(2).methods()).containsExactly("com.acme.Sub.add(int, long)");
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

  public static class Checked extends Exception {
    private static final long serialVersionUID = 1L;

    public Checked(String message) {
      super(message);
    }
  }

  public static class Numbered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Numbered(int number) {
      super("" + number);
    }
  }

  @Test
  void exception_thatCannotBeThrown_isAProblem() throws IOException {
    jar.add("", Numbered.class).add("", Checked.class);
    String instead = "; RateLimitExceededException would be thrown instead";
    assertThat(check(throwing("com.acme.TooMany")).problems())
        .containsExactly("exception = \"com.acme.TooMany\" is not on the class path" + instead);
    assertThat(check(throwing("com.acme.orders.Order")).problems())
        .containsExactly("exception = \"com.acme.orders.Order\" is not an exception" + instead);
    assertThat(check(throwing(Numbered.class.getName())).problems())
        .singleElement()
        .asString()
        .contains("has no constructor (String, Throwable), (String) or ()");
    assertThat(check(throwing("java.lang.VirtualMachineError")).problems())
        .singleElement()
        .asString()
        .contains("is abstract");
    LimitCoverage fine = check(throwing("java.lang.IllegalStateException"));
    assertThat(fine.problems()).isEmpty();
    assertThat(fine.warnings()).isEmpty();
    assertThat(fine.methods()).containsExactly(CHARGE_BY_USER);
  }

  @Test
  void checkedException_thatTheMethodDoesNotDeclare_isAWarning() throws IOException {
    jar.add("", Checked.class);
    LimitCoverage coverage = check(throwing(Checked.class.getName()));
    assertThat(coverage.problems()).isEmpty();
    assertThat(coverage.warnings())
        .containsExactly(
            CHARGE_BY_USER
                + " does not declare "
                + Checked.class.getName()
                + ", a checked exception: its callers do not expect it");
  }

  @Test
  void classWithMissingTypes_isChecked() throws IOException {
    jar.add("com/acme/Odd.class", ClassMaker.make("com.acme.Odd", 52, "com/other/Missing"));
    LimitCoverage coverage = check(keyed("{0}", "com.acme.Odd.take(..)"));
    assertThat(coverage.methods()).containsExactly("com.acme.Odd.take(com.other.Missing)");
    assertThat(coverage.problems()).isEmpty();
  }

  @Test
  void classWithAMalformedSignature_isUnreadable_asTheAgentCannotWeaveIt() throws IOException {
    jar.add(
        "com/acme/Odd.class",
        ClassMaker.makeWithMalformedSignature("com.acme.Odd", "java/lang/String"));
    LimitCoverage coverage = check(limit("com.acme.Odd.take(..)"));
    assertThat(coverage.methods()).isEmpty();
    assertThat(path.unreadable()).containsOnlyKeys("com.acme.Odd");
  }

  @Test
  void classUnderAnotherName_isNotTakenForIt() throws IOException {
    jar.add("com/acme/Moved.class", JarMaker.classFile(Order.class));
    LimitCoverage coverage = check(limit("com.acme.Moved.*(..)"));
    assertThat(coverage.methods()).isEmpty();
  }

  private LimitCoverage check(CoveredLimit limit) throws IOException {
    path = ClassPathCheck.of(List.of(limit), written());
    assertThat(path.limits()).hasSize(1);
    return path.limits().get(0);
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

  private static CoveredLimit throwing(String exception) {
    return covered(
        Limit.builder("x", new BucketSpec(1, 1, 1)).exceptionClass(exception).build(),
        CHARGE_BY_USER);
  }

  private static CoveredLimit excluding(String method, String... excludes) {
    return new CoveredLimit(
        Limit.builder("x", new BucketSpec(1, 1, 1)).build(),
        List.of(MethodPattern.parse(method)),
        Arrays.stream(excludes).map(MethodPattern::parse).toList(),
        "limits.conf:1",
        new LimitCounters());
  }

  private static CoveredLimit covered(Limit limit, String... patterns) {
    List<MethodPattern> parsed = Arrays.stream(patterns).map(MethodPattern::parse).toList();
    return new CoveredLimit(limit, parsed, List.of(), "limits.conf:1", new LimitCounters());
  }
}
