package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.Site;
import io.github.ratelimitagent.limit.SiteTable;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SiteRegistryTest {
  private final SiteRegistry registry = new SiteRegistry(new SiteTable());
  private final Site site = new Site("a.B.c()", false, false, () -> null, null, List.of());

  @Test
  void register_sameMethodAgain_keepsItsNumber() {
    ClassLoader loader = new App();
    int number = registry.register(loader, "a.B.c()V", site);
    assertThat(registry.register(loader, "a.B.c()V", site)).isEqualTo(number);
    assertThat(registry.register(loader, "a.B.d()V", site)).isNotEqualTo(number);
    assertThat(registry.register(new App(), "a.B.c()V", site)).isNotEqualTo(number);
    int ofBoot = registry.register(null, "a.B.c()V", site);
    assertThat(registry.register(null, "a.B.c()V", site)).isEqualTo(ofBoot);
  }

  @Test
  void kamon933_redeployedManyTimes_numbersAreUsedAgain() {
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      WeakReference<ClassLoader> loader = deploy(numbers);
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                System.gc();
                return loader.get() == null;
              });
    }
    // the reference may be queued a moment after it was cleared
    assertThat(numbers).hasSizeLessThanOrEqualTo(10 * 4);
  }

  private WeakReference<ClassLoader> deploy(Set<Integer> numbers) {
    App loader = new App();
    for (int method = 0; method < 10; method++) {
      numbers.add(registry.register(loader, "a.B.m" + method + "()V", site));
    }
    return new WeakReference<>(loader);
  }

  @Test
  void group_isOfLimitAndMethodName() {
    int group = registry.group("limit", "charge");
    assertThat(registry.group("limit", "charge")).isEqualTo(group);
    assertThat(registry.group("limit", "refund")).isNotEqualTo(group);
    assertThat(registry.group("other", "charge")).isNotEqualTo(group);
  }
}
