package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the check says of a configuration alone. */
class CheckCommandTest extends CheckCommandFixture {
  @Test
  void correctFile_withoutClassPath_isDescribed() {
    command.file("limits.conf", CHARGE);
    CommandRun.Result result = check();
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr()).isEmpty();
    assertThat(result.lines())
        .endsWith(
            "charge (limits.conf:2)",
            "  figures      5/s (capacity 10)",
            "  key          charge",
            "  when empty   throws RateLimitExceededException",
            "  methods      com.acme.PaymentService.charge(String)",
            "",
            "Without --classpath it is not known which methods the patterns cover, nor whether the"
                + " methods have",
            "    what the templates speak of.",
            "1 limit, the configuration is correct");
  }

  @Test
  void everyField_isDescribed() {
    command.file(
        "limits.conf",
        limits(
            "full { method = [\"com.acme.A.b(..)\", \"com.acme.C.d(..)\"]\n"
                + "exclude = \"com.acme.A.b(int)\", key = \"user:{0}\", permits = \"{1}\"\n"
                + "when { \"{0.plan}\" = [trial, free] }, mode = observe, nested = each\n"
                + "when-empty = block, max-wait = 1500ms, on-redis-failure = deny, stack-trace = false,"
                + "%s }\nleased { method = \"a.B.c()\", lease = 5, capacity = 10, refill = 5.5/s }\n"
                + "observed { method = \"a.B.c()\", mode = observe, lease = 5, capacity = 10,"
                + " refill = 60 }",
            "redis.uri = \"redis://cache:6379\""));
    assertThat(check().lines())
        .contains(
            "  key          user:{0}",
            "  permits      {1}",
            "  only when    {0.plan} is free or trial",
            "  mode         observe: counts what it would deny, lets every call through",
            "  when empty   waits at most 1500ms, then throws RateLimitExceededException",
            "  stack trace  none in the exception",
            "  no Redis     rejects calls",
            "  figures      5.5/s (capacity 10)",
            "  figures      60/s (capacity 10)",
            "  lease        each process takes up to 5 tokens at once",
            "  lease        5, without effect while it observes",
            "  nested       each: a call within a call of it counts too",
            "  methods      com.acme.A.b(..)",
            "               com.acme.C.d(..)",
            "  exclude      com.acme.A.b(int)");
  }

  @Test
  void leaseWithoutRedis_isShownAndWarnedOf() {
    command.file("limits.conf", limits("charge { method = \"a.B.c()\", lease = 5,%s }"));
    assertThat(check().stdout())
        .contains("  lease        5, without effect without redis\n")
        .contains("ratelimit.limits.charge.lease has no effect\n    without a redis section");
  }

  @Test
  void redisAddress_isShownWithoutItsPassword() {
    command.file(
        "limits.conf",
        limits("charge { method = \"a.B.c()\",%s }", "redis.uri = \"redis://me:secret@cache:1\""));
    CommandRun.Result result = check();
    assertThat(result.stdout()).contains("@cache:1").doesNotContain("secret");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void disabledLimit_isShownAsSuch_andNotChecked() {
    command.file(
        "limits.conf",
        limits("off { method = \"com.acme.None.x()\", enabled = false,%s }") + "\n" + CHARGE);
    CommandRun.Result result = check("-cp", command.path("shop.jar"));
    assertThat(result.lines()).contains("off (limits.conf:2): disabled");
    assertThat(result.verdict()).isEqualTo("1 limit (and 1 disabled): 1 covers methods");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void everythingDisabled_isSaid() {
    command.file("limits.conf", CHARGE);
    assertThat(
            command
                .property("ratelimit.enabled", "false")
                .run("check", command.path("limits.conf"))
                .stdout())
        .contains("warning: enabled = false, so the agent limits nothing");
  }

  @Test
  void wrongConfiguration_isReportedCompletely() {
    command.file(
        "limits.conf",
        """
        ratelimit.limits {
          charge { method = "com.acme.PaymentService.charge(..", capacity = 10, refill = 5/s }
          pay { method = "com.acme.PaymentService.pay()", capasity = 10, refill = 5/s }
        }
        """);
    CommandRun.Result result = check();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout())
        .contains("problem: limits.conf:2: ", "problem: limits.conf:3: ", "capacity");
    assertThat(result.verdict()).matches("\\d problems, the agent would limit nothing");
  }

  @Test
  void caretOfAProblem_staysUnderItsCharacter() {
    command.file("limits.conf", limits("charge { method = \"com.acme.Pay.charge(..\",%s }"));
    CommandRun.Result result = check();
    int caretLine = 0;
    while (!result.lines().get(caretLine).trim().equals("^")) {
      caretLine++;
    }
    String caret = result.lines().get(caretLine);
    assertThat(result.lines().get(caretLine - 1).substring(0, caret.length() - 1))
        .endsWith("com.acme.Pay.charge(..");
  }

  @Test
  void warningsOfTheSettings_areShown() {
    command.file("limits.conf", CHARGE);
    command.property("ratelimit.foo", "1");
    assertThat(check().stdout()).contains("warning: ", "ratelimit.foo");
  }
}
