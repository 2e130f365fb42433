package io.github.ratelimitagent.match;

import static io.github.ratelimitagent.match.MatchedMethods.matched;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which methods a pattern matches. */
class MethodPatternTest {
  @Test
  void exactSignature_onlyThatOverload() {
    assertThat(matched("com.acme.PaymentService.charge(String, long)"))
        .containsExactly("PaymentService.charge(String, long)");
    assertThat(matched("com.acme.PaymentService.charge(java.lang.String,long)"))
        .containsExactly("PaymentService.charge(String, long)");
  }

  @Test
  void anyParameters_everyOverload() {
    assertThat(matched("com.acme.PaymentService.charge(..)")).hasSize(3);
  }

  @Test
  void plus_methodsOfEveryImplementation() {
    assertThat(matched("com.acme.Repository+.save(..)"))
        .containsExactlyInAnyOrder(
            "Repository.save(Object)",
            "OrderRepository.save(Order)",
            "CachedOrderRepository.save(Order, boolean)");
  }

  @Test
  void annotations_onMethodsAndTypes() {
    assertThat(matched("@com.acme.Limited com.acme..*.*(..)"))
        .containsExactly("PaymentService.history(Entry)");
    assertThat(matched("(@com.acme.Api *).find*(..)"))
        .containsExactlyInAnyOrder("OrderRepository.findById(long)", "OrderRepository.findAll()");
  }

  @Test
  void constructors_byNew() {
    assertThat(matched("com.acme.orders.Order.new(..)"))
        .containsExactlyInAnyOrder("Order.new(String)", "Order.new(String, int)");
  }

  @Test
  void jdkClass_onlyWhenNamedExactly() {
    assertThat(matched("java.util.UUID.randomUUID()")).containsExactly("UUID.randomUUID()");
    assertThat(matched("java.util.UU*.randomUUID()")).isEmpty();
    assertThat(matched("*.randomUUID()")).isEmpty();
  }

  @Test
  void varargsAndArrays_erasedToArrays() {
    String expected = "PaymentService.charge(int[], String[])";
    assertThat(matched("com.acme.PaymentService.charge(int[], String...)"))
        .containsExactly(expected);
    assertThat(matched("com.acme.PaymentService.charge(int[], String[])"))
        .containsExactly(expected);
    assertThat(matched("com.acme.PaymentService.charge(*[], ..)")).containsExactly(expected);
    assertThat(matched("com.acme.PaymentService.charge(int, ..)")).isEmpty();
    assertThat(matched("com.acme.PaymentService.charge(int[][], ..)")).isEmpty();
  }

  @Test
  void parameterWildcards_oneAndAny() {
    assertThat(matched("com.acme.PaymentService.*(*)"))
        .containsExactlyInAnyOrder(
            "PaymentService.charge(String)", "PaymentService.history(Entry)");
    assertThat(matched("com.acme.PaymentService.charge(String, ..)"))
        .containsExactlyInAnyOrder(
            "PaymentService.charge(String)", "PaymentService.charge(String, long)");
    assertThat(matched("com.acme.PaymentService.*(.., int)"))
        .containsExactly("PaymentService.refund(Object, String, int)");
    assertThat(matched("com.acme.PaymentService.*(*, *, ..)")).hasSize(3);
    assertThat(matched("com.acme.PaymentService.*(.., String, .., int, ..)"))
        .containsExactly("PaymentService.refund(Object, String, int)");
    assertThat(matched("com.acme.PaymentService.*(java.util..*)"))
        .containsExactly("PaymentService.history(Entry)");
    assertThat(matched("com.acme.PaymentService.history(java.util.Map$Entry)")).hasSize(1);
  }

  @Test
  void wildcardType_noArrayUnlessWritten() {
    assertThat(matched("com.acme..* com.acme.orders.OrderRepository.find*(..)"))
        .containsExactly("OrderRepository.findById(long)");
    assertThat(matched("String* com.acme..*.*(..)")).isEmpty();
    assertThat(matched("com.acme.PaymentService.charge(int[], String*)")).isEmpty();
    assertThat(matched("com.acme.PaymentService.charge(int[], *)")).hasSize(1);
  }

  @Test
  void annotationOfJavaLang_packageMayBeLeftOut() {
    String expected = "PaymentService.create()";
    assertThat(matched("@Deprecated com.acme..*.*(..)")).containsExactly(expected);
    assertThat(matched("@java.lang.Deprecated com.acme..*.*(..)")).containsExactly(expected);
    assertThat(matched("@Limited com.acme..*.*(..)")).isEmpty();
    assertThat(matched("@Deprecated @com.acme.Limited com.acme..*.*(..)")).isEmpty();
  }

  @Test
  void modifiers_requiredAndForbidden() {
    assertThat(matched("static com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.create()");
    assertThat(matched("protected final synchronized com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.refund(Object, String, int)");
    assertThat(matched("!public !protected !private com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.charge(int[], String[])");
    assertThat(matched("public !static !abstract !native com.acme.PaymentService.*()"))
        .containsExactly("PaymentService.run()");
    assertThat(matched("protected com.acme.orders.Order.new(..)"))
        .containsExactly("Order.new(String, int)");
  }

  @Test
  void returnType_erased() {
    assertThat(matched("java.util.List com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.history(Entry)");
    assertThat(matched("int com.acme..*.*(..)"))
        .containsExactlyInAnyOrder(
            "PaymentService.refund(Object, String, int)", "Repository.count()");
    assertThat(matched("com.acme..*[] com.acme..*.*(..)"))
        .containsExactly("OrderRepository.findAll()");
    assertThat(matched("void com.acme.PaymentService.charge(String)")).hasSize(1);
    assertThat(matched("* com.acme.PaymentService.charge(String)")).hasSize(1);
  }

  @Test
  void nestedType_byDollar() {
    assertThat(matched("com.acme.orders.Order$Line.add(int)")).containsExactly("Line.add(int)");
    assertThat(matched("com.acme.orders.Order.Line.add(int)")).isEmpty();
  }

  @Test
  void simpleTypeName_onlyTheDefaultPackage() {
    assertThat(matched("PaymentService.charge(..)")).isEmpty();
    assertThat(matched("*PaymentService.charge(..)")).isEmpty();
    assertThat(matched("*..PaymentService.charge(..)")).hasSize(3);
  }

  @Test
  void plus_annotatedType_annotationOnTheClassItself() {
    assertThat(matched("(@com.acme.Api com.acme.Repository+).save(..)"))
        .containsExactly("OrderRepository.save(Order)");
  }

  @Test
  void abstractAndNative_matchSoThatTheyCanBeReported() {
    assertThat(matched("com.acme.PaymentService.s*()"))
        .containsExactlyInAnyOrder("PaymentService.settle()", "PaymentService.sign()");
  }

  @Test
  void wildcardName_noConstructor() {
    assertThat(matched("com.acme.orders.Order.*(..)")).isEmpty();
    assertThat(MethodPattern.parse("com.acme.A.new(..)").isConstructorPattern()).isTrue();
    assertThat(MethodPattern.parse("com.acme.A.new*(..)").isConstructorPattern()).isFalse();
  }
}
