package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.PaymentService;
import com.acme.orders.CachedOrderRepository;
import com.acme.orders.Order;
import com.acme.orders.OrderRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

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

  static List<String> matched(String text) {
    MethodPattern pattern = MethodPattern.parse(text);
    List<String> matched = new ArrayList<>();
    for (Class<?> type :
        new Class<?>[] {
          PaymentService.class,
          com.acme.Repository.class,
          Order.class,
          Order.Line.class,
          OrderRepository.class,
          CachedOrderRepository.class,
          UUID.class
        }) {
      TypeView view = Reflected.type(type);
      for (MethodView method : Reflected.members(type)) {
        if (pattern.matches(view, method)) {
          assertThat(pattern.mayMatchClass(type.getName())).isTrue();
          assertThat(pattern.matchesType(view)).isTrue();
          matched.add(shortText(type, method));
        }
      }
    }
    return matched;
  }

  private static String shortText(Class<?> type, MethodView method) {
    return type.getSimpleName()
        + "."
        + (method.isConstructor() ? "new" : method.name())
        + method.parameterTypes().stream()
            .map(name -> name.replaceAll(".*[.$]", ""))
            .toList()
            .toString()
            .replace('[', '(')
            .replace(']', ')');
  }
}
