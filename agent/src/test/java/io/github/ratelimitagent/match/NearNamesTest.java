package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearNamesTest {
  private static final List<String> FIELDS =
      List.of(
          "method", "exclude", "key", "capacity", "refill", "permits", "max-wait", "when-empty");
  private static final List<String> CLASSES =
      List.of(
          "com.acme.PaymentService",
          "com.acme.PaymentServices",
          "com.acme.Order",
          "com.acme.Order$Line",
          "com.acme.legacy.PaymentService",
          "com.acme.Bar",
          "org.other.Paymentservice");

  @Test
  void typo_theFieldThatIsMeant() {
    assertThat(NearNames.of("capcity", FIELDS, 3)).containsExactly("capacity");
    assertThat(NearNames.of("maxWait", FIELDS, 3)).containsExactly("max-wait");
    assertThat(NearNames.of("kye", FIELDS, 3)).containsExactly("key");
    assertThat(NearNames.of("REFIL", FIELDS, 3)).containsExactly("refill");
  }

  @Test
  void nothingSimilar_empty() {
    assertThat(NearNames.of("colour", FIELDS, 3)).isEmpty();
    assertThat(NearNames.of("com.acme.Foo", CLASSES, 3)).isEmpty();
    assertThat(NearNames.of("k", FIELDS, 3)).isEmpty();
    assertThat(NearNames.of("", FIELDS, 3)).isEmpty();
  }

  @Test
  void sameSimpleNameInAnotherPackage_first() {
    assertThat(NearNames.of("com.acmee.PaymentService", CLASSES, 9))
        .containsExactly(
            "com.acme.PaymentService",
            "com.acme.legacy.PaymentService",
            "org.other.Paymentservice",
            "com.acme.PaymentServices");
  }

  @Test
  void simpleNameOnly_everyPackage() {
    assertThat(NearNames.of("PaymentServce", CLASSES, 2))
        .containsExactly("com.acme.PaymentService", "org.other.Paymentservice");
  }

  @Test
  void nestedTypeWithDot_theOneWithDollar() {
    assertThat(NearNames.of("com.acme.Order.Line", CLASSES, 3))
        .containsExactly("com.acme.Order$Line");
  }

  @Test
  void wrongCase_found() {
    assertThat(NearNames.of("com.acme.paymentservice", CLASSES, 1))
        .containsExactly("com.acme.PaymentService");
  }

  @Test
  void wantedNameItself_notOffered() {
    assertThat(NearNames.of("com.acme.Order", CLASSES, 3)).doesNotContain("com.acme.Order");
  }

  @Test
  void atMost_bounds() {
    assertThat(NearNames.of("com.acme.PaymentServic", CLASSES, 1))
        .containsExactly("com.acme.PaymentService");
    assertThat(NearNames.of("com.acme.PaymentServic", CLASSES, 0)).isEmpty();
  }
}
