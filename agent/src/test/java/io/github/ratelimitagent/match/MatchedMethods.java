package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.PaymentService;
import com.acme.Repository;
import com.acme.orders.CachedOrderRepository;
import com.acme.orders.Order;
import com.acme.orders.OrderRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** The methods of some classes that a pattern matches. */
final class MatchedMethods {
  static final Class<?>[] CLASSES = {
    PaymentService.class,
    Repository.class,
    Order.class,
    Order.Line.class,
    OrderRepository.class,
    CachedOrderRepository.class,
    UUID.class
  };

  private MatchedMethods() {}

  static List<String> matched(String text) {
    MethodPattern pattern = MethodPattern.parse(text);
    List<String> matched = new ArrayList<>();
    for (Class<?> type : CLASSES) {
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
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
