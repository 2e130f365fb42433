package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.FailurePolicy;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.WhenEmpty;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir Path folder;

  @Test
  void load_threeFields_givesDefaultsForAllOthers() {
    Settings settings = ConfigText.with(folder).load();
    assertThat(settings.enabled()).isTrue();
    assertThat(settings.logInfo()).isFalse();
    assertThat(settings.summaryIntervalMillis()).isEqualTo(60_000);
    assertThat(settings.redis()).isNull();
    assertThat(settings.warnings()).isEmpty();
    assertThat(settings.disabled()).isEmpty();
    LimitEntry entry = settings.limits().get(0);
    assertThat(entry.place()).endsWith("limits.conf:2");
    assertThat(entry.methods()).hasToString("[a.B.c(..)]");
    assertThat(entry.methodPlaces().get(0)).endsWith("limits.conf:2");
    assertThat(entry.excludes()).isEmpty();
    Limit limit = entry.limit();
    assertThat(limit.name()).isEqualTo("x");
    assertThat(limit.key().source()).isEqualTo("x");
    assertThat(limit.spec()).hasToString("5/s (capacity 10)");
    assertThat(limit.permits().source()).isEqualTo("1");
    assertThat(limit.when()).isEmpty();
    assertThat(limit.whenEmpty()).isEqualTo(WhenEmpty.THROW);
    assertThat(limit.exceptionClass()).isNull();
    assertThat(limit.stackTrace()).isTrue();
    assertThat(limit.onFailure()).isEqualTo(FailurePolicy.ALLOW);
    assertThat(limit.nestedEach()).isFalse();
    assertThat(limit.observed()).isFalse();
  }

  @Test
  void load_everyField_isRead() {
    Settings settings =
        ConfigText.of(
                folder,
                """
                ratelimit {
                  mode = observe, log-level = info, summary-interval = 30s
                  redis {
                    uri = "redis://h:1", key-prefix = "p:", deadline = 20ms, first-call-wait = 1s
                    connect-timeout = 1500ms, connections = 3, client-name = me
                    on-redis-failure = in-process, expected-processes = 4
                  }
                  limits.a {
                    method = ["a.B.c(..)", "a.B.d(..)"]
                    exclude = "a.B.c()"
                    key = "user:{0}", capacity = 10, refill = 6 per 60s, permits = 2
                    when { "{1}" = [free, 3], "{2}" = true }
                    when-empty = block, max-wait = 2s, exception = a.Busy, stack-trace = false
                    nested = each, mode = enforce
                  }
                  limits.b { method = "a.B.*(..)", capacity = 1, refill = 1/s, enabled = false }
                  limits.c {
                    method = "a.B.*(..)", capacity = 1, refill = 1/s, on-redis-failure = deny
                  }
                }
                """)
            .load();
    assertThat(settings.logInfo()).isTrue();
    assertThat(settings.summaryIntervalMillis()).isEqualTo(30_000);
    RedisSettings redis = settings.redis();
    assertThat(redis).isNotNull();
    assertThat(redis.uri()).isEqualTo("redis://h:1");
    assertThat(redis.keyPrefix()).isEqualTo("p:");
    assertThat(redis.deadlineMicros()).isEqualTo(20_000);
    assertThat(redis.firstCallWaitMicros()).isEqualTo(1_000_000);
    assertThat(redis.connectTimeoutMillis()).isEqualTo(1_500);
    assertThat(redis.connections()).isEqualTo(3);
    assertThat(redis.clientName()).isEqualTo("me");
    assertThat(settings.limits()).extracting(e -> e.limit().name()).containsExactly("a", "c");
    assertThat(settings.disabled()).extracting(e -> e.limit().name()).containsExactly("b");
    LimitEntry entry = settings.limits().get(0);
    assertThat(entry.methods()).hasToString("[a.B.c(..), a.B.d(..)]");
    assertThat(entry.excludes()).hasToString("[a.B.c()]");
    Limit limit = entry.limit();
    assertThat(limit.key().source()).isEqualTo("user:{0}");
    assertThat(limit.spec()).hasToString("6/m (capacity 10)");
    assertThat(limit.permits().source()).isEqualTo("2");
    assertThat(limit.when()).hasToString("{{1}=[free, 3], {2}=[true]}");
    assertThat(limit.whenEmpty()).isEqualTo(WhenEmpty.BLOCK);
    assertThat(limit.maxWaitMicros()).isEqualTo(2_000_000);
    assertThat(limit.exceptionClass()).isEqualTo("a.Busy");
    assertThat(limit.stackTrace()).isFalse();
    assertThat(limit.nestedEach()).isTrue();
    assertThat(limit.observed()).isFalse();
    assertThat(limit.onFailure()).isEqualTo(FailurePolicy.IN_PROCESS);
    assertThat(limit.shareSpec()).isEqualTo(limit.spec().share(4, 2));
    Limit other = settings.limits().get(1).limit();
    assertThat(other.onFailure()).isEqualTo(FailurePolicy.DENY);
    assertThat(other.observed()).isTrue();
  }

  @Test
  void load_policyWithoutRedis_stillDecidesWhatCannotBeRead() {
    Settings settings =
        ConfigText.with(folder).property("ratelimit.limits.x.on-redis-failure", "deny").load();
    assertThat(settings.redis()).isNull();
    assertThat(settings.limits().get(0).limit().onFailure()).isEqualTo(FailurePolicy.DENY);
  }

  @Test
  void load_overrides_lieOverTheFile() {
    Settings settings =
        ConfigText.with(folder)
            .property("ratelimit.limits.x.capacity", "20")
            .property("ratelimit.redis.uri", "redis://h:1")
            .property("ratelimit.mode", "observe")
            .property("ratelimit.enabled", "false")
            .load();
    assertThat(settings.enabled()).isFalse();
    assertThat(settings.redis()).hasToString("redis://h:1");
    assertThat(settings.limits().get(0).limit().spec().capacity()).isEqualTo(20);
    assertThat(settings.limits().get(0).limit().observed()).isTrue();
    assertThat(settings.limits().get(0).place()).endsWith("limits.conf:2");
  }

  @Test
  void load_problems_areAllReportedInTheOrderOfTheFile() {
    assertThat(
            ConfigText.limit(folder, "metod = \"a.B.c(..)\"", "capacity = 1.9", "refill = 5/x")
                .problems())
        .containsExactly(
            "limits.conf:2: ratelimit.limits.x has no method\n"
                + "    write method = \"com.acme.PaymentService.charge(..)\"",
            "limits.conf:3: ratelimit.limits.x has an unknown field \"metod\"\n"
                + "    did you mean method?",
            "limits.conf:4: ratelimit.limits.x.capacity is 1.9: wanted a whole number of tokens, at"
                + " least 1\n    write capacity = 1 or capacity = 2",
            "limits.conf:5: ratelimit.limits.x.refill: \"5/x\" is not a refill:"
                + " wanted tokens above 0 and a period, such as 5/s, 90/m, 1000/h, 1000/d, 6 per"
                + " 60s, or a bare number of tokens per second");
  }
}
