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
import org.junit.jupiter.api.io.TempDir;

/** Checks limits against the jar of a shop, to which a test may add. */
abstract class ClassPathCheckFixture {
  static final String CHARGE_BY_USER = "com.acme.PaymentService.charge(String)";
  static final String CHARGE_CENTS = "com.acme.PaymentService.charge(String, long)";
  static final String CHARGE_MANY = "com.acme.PaymentService.charge(int[], String[])";

  @TempDir Path folder;
  JarMaker jar;
  PathCoverage path;

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

  LimitCoverage check(CoveredLimit limit) throws IOException {
    path = ClassPathCheck.of(List.of(limit), written());
    assertThat(path.limits()).hasSize(1);
    return path.limits().get(0);
  }

  List<File> written() {
    return List.of(jar.write(folder.resolve("shop.jar")).toFile());
  }

  static CoveredLimit limit(String... patterns) {
    return covered(Limit.builder("x", new BucketSpec(1, 1, 1)).build(), patterns);
  }

  static CoveredLimit keyed(String key, String pattern) {
    return covered(
        Limit.builder("x", new BucketSpec(1, 1, 1)).key(Template.parse(key)).build(), pattern);
  }

  static CoveredLimit covered(Limit limit, String... patterns) {
    List<MethodPattern> parsed = Arrays.stream(patterns).map(MethodPattern::parse).toList();
    return new CoveredLimit(limit, parsed, List.of(), "limits.conf:1", new LimitCounters());
  }
}
