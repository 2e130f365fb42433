package io.github.ratelimitagent.limit;

import static io.github.ratelimitagent.limit.RejectedCalls.WORK;
import static io.github.ratelimitagent.limit.RejectedCalls.hourly;
import static io.github.ratelimitagent.limit.RejectedCalls.rejection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.instrument.App;
import io.github.ratelimitagent.instrument.WovenJvm;
import io.github.ratelimitagent.store.InProcessStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rejected call throws where the application has an exception of its own for it. */
class ApplicationExceptionTest {
  private static final String QUIET = WORK + ".quiet()";

  private final App app = new App();

  private static Limit throwing(String exceptionClass) {
    return hourly("own", 1, "k").exceptionClass(exceptionClass).build();
  }

  private Throwable secondCall() throws Throwable {
    Object work = app.create(WORK);
    App.call(work, "quiet");
    return catchThrowable(() -> App.call(work, "quiet"));
  }

  @ParameterizedTest
  @CsvSource({
    "WithCause, true",
    "Private, true",
    "Dropping, true",
    "WithMessage, true",
    "Bare, false",
    "Checked, true"
  })
  void ownException_isMadeByTheLoaderOfTheMethodWithOursAsCause(String name, boolean message)
      throws Throwable {
    String className = "com.acme.woven.TooMany$" + name;
    try (WovenJvm jvm = new WovenJvm().limit(throwing(className), QUIET).install()) {
      Throwable thrown = secondCall();
      assertThat(thrown.getClass()).isSameAs(app.loadClass(className));
      assertThat(thrown.getCause()).isInstanceOf(RateLimitExceededException.class);
      assertThat(thrown.getMessage()).isEqualTo(message ? thrown.getCause().getMessage() : null);
      assertThat(jvm.counts("own").denied()).isEqualTo(1);
      // that a checked one is not declared is said, and nothing else
      assertThat(jvm.messages()).hasSize(name.equals("Checked") ? 1 : 0);
    }
  }

  @Test
  void ownExceptionInAClassOfTheJdk_isFoundByTheLoaderOfTheCaller() throws Throwable {
    String className = "com.acme.woven.TooMany$WithMessage";
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(app);
    try (WovenJvm jvm =
        new WovenJvm().limit(throwing(className), "java.net.URL.openConnection()").install()) {
      URL url = URI.create("http://127.0.0.1:1/").toURL();
      url.openConnection();
      assertThat(catchThrowable(url::openConnection).getClass()).isSameAs(app.loadClass(className));
      assertThat(jvm.messages()).isEmpty();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.woven.TooMany$Abstract",
        "com.acme.woven.TooMany$Failing",
        "com.acme.woven.TooMany$Erring",
        "com.acme.woven.TooMany$Endless",
        "com.acme.woven.TooMany$Uninitialized",
        "com.acme.woven.TooMany$Missing",
        "com.acme.woven.Work",
        "java.lang.InternalError$"
      })
  void exceptionThatCannotBeMade_isOursWithOneWarning(String className) throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit(throwing(className), QUIET).install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      for (int i = 0; i < 3; i++) {
        assertThat(rejection(() -> App.call(work, "quiet")).limit()).isEqualTo("own");
      }
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith("limit own: exception = \"" + className + "\" cannot be thrown at " + QUIET);
    }
  }

  @Test
  void exceptionThatCannotBeInitialized_isToldByTheClassOfWhatItThrows() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm().limit(throwing("com.acme.woven.TooMany$Uninitialized"), QUIET).install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      rejection(() -> App.call(work, "quiet"));

      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("its static initializer throws java.lang.AssertionError)");
      assertThat(jvm.counts("own").denied()).isEqualTo(1);
    }
  }

  @Test
  void exceptionWhoseConstructorThrows_isToldByTheClassOfThat() throws Throwable {
    try (WovenJvm jvm =
        new WovenJvm().limit(throwing("com.acme.woven.TooMany$Failing"), QUIET).install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      rejection(() -> App.call(work, "quiet"));

      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .contains("(java.lang.IllegalStateException: its constructor throws java.lang.");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stackTrace_isRecordedUnlessSwitchedOff(boolean recorded) throws Throwable {
    Limit limit = hourly("own", 1, "k").stackTrace(recorded).build();
    try (WovenJvm jvm = new WovenJvm().limit(limit, QUIET).install()) {
      StackTraceElement[] stack = secondCall().getStackTrace();
      assertThat(stack.length > 0).isEqualTo(recorded);
      if (recorded) {
        assertThat(stack[0].getMethodName()).isEqualTo("quiet");
        assertThat(stack[0].getLineNumber()).isPositive();
      }
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void stackTraceThatIsPrinted_beginsWithTheLimitedMethod() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit(hourly("own", 1, "k").build(), QUIET).install()) {
      assertThat(printed(secondCall()).lines().skip(1).findFirst().orElseThrow())
          .contains("Work.quiet(");
      assertThat(jvm.messages()).isEmpty();
    }
  }

  private static String printed(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void retryAfter_waitedExactly_isAllowed() throws Throwable {
    long[] nanos = {0};
    Limit limit = Limit.builder("six", new BucketSpec(1, 6, 60_000_000)).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .store(new InProcessStore(() -> nanos[0], 1_000))
            .limit(limit, QUIET)
            .install()) {
      Object work = app.create(WORK);
      App.call(work, "quiet");
      RateLimitExceededException denied = rejection(() -> App.call(work, "quiet"));
      nanos[0] += denied.retryAfter().toNanos() - 1000;
      rejection(() -> App.call(work, "quiet"));
      nanos[0] += 1000;
      App.call(work, "quiet");
      assertThat(jvm.counts("six").allowed()).isEqualTo(2);
    }
  }
}
