package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Limit;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Exceptions of limits, as the class path has them. */
class ClassPathExceptionsTest extends ClassPathCheckFixture {
  public static class Checked extends Exception {
    private static final long serialVersionUID = 1L;

    public Checked(String message) {
      super(message);
    }
  }

  public static class Numbered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Numbered(int number) {
      super("" + number);
    }
  }

  @Test
  void exception_thatCannotBeThrown_isAProblem() throws IOException {
    jar.add("", Numbered.class).add("", Checked.class);
    String instead = "; RateLimitExceededException would be thrown instead";
    assertThat(check(throwing("com.acme.TooMany")).problems())
        .containsExactly("exception = \"com.acme.TooMany\" is not on the class path" + instead);
    assertThat(check(throwing(Numbered.class.getCanonicalName())).problems())
        .containsExactly(
            "exception = \""
                + Numbered.class.getCanonicalName()
                + "\" is not on the class path; did you mean "
                + Numbered.class.getName()
                + "?"
                + instead);
    assertThat(check(throwing("com.acme.orders.Order")).problems())
        .containsExactly("exception = \"com.acme.orders.Order\" is not an exception" + instead);
    assertThat(check(throwing(Numbered.class.getName())).problems())
        .singleElement()
        .asString()
        .contains("has no constructor (String, Throwable), (String) or ()");
    assertThat(check(throwing("java.lang.VirtualMachineError")).problems())
        .singleElement()
        .asString()
        .contains("is abstract");
    LimitCoverage fine = check(throwing("java.lang.IllegalStateException"));
    assertThat(fine.problems()).isEmpty();
    assertThat(fine.warnings()).isEmpty();
    assertThat(fine.methods()).containsExactly(CHARGE_BY_USER);
  }

  @Test
  void checkedException_thatTheMethodDoesNotDeclare_isAWarning() throws IOException {
    jar.add("", Checked.class);
    LimitCoverage coverage = check(throwing(Checked.class.getName()));
    assertThat(coverage.problems()).isEmpty();
    assertThat(coverage.warnings())
        .containsExactly(
            CHARGE_BY_USER
                + " does not declare "
                + Checked.class.getName()
                + ", a checked exception: its callers do not expect it");
  }

  private static CoveredLimit throwing(String exception) {
    return covered(
        Limit.builder("x", new BucketSpec(1, 1, 1)).exceptionClass(exception).build(),
        CHARGE_BY_USER);
  }
}
