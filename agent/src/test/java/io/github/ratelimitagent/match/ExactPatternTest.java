package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactPatternTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        com.acme.PaymentService.class,
        com.acme.orders.Order.class,
        String.class,
        java.util.TreeMap.class,
        java.util.Formatter.class,
        ForkJoinPool.class,
        java.nio.channels.FileChannel.class
      })
  void exactPattern_matchesThatMethodOnly(Class<?> type) {
    TypeView view = Reflected.type(type);
    List<MethodView> written =
        Reflected.members(type).stream().filter(SignaturePattern::isWritten).toList();
    assertThat(written).isNotEmpty();
    for (MethodView method : written) {
      MethodPattern pattern = MethodPattern.parse(ExactPattern.of(type.getName(), method));
      assertThat(written.stream().filter(other -> pattern.matches(view, other)))
          .as(pattern.toString())
          .containsExactly(method);
    }
  }
}
