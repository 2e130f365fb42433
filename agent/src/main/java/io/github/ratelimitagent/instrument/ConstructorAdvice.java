package io.github.ratelimitagent.instrument;

import net.bytebuddy.asm.Advice;

/**
 * Inlined into limited constructors: before the object exists there is no receiver to pass, and no
 * exception handler can be laid around the body.
 */
final class ConstructorAdvice {
  private ConstructorAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@SiteNumber int site, @Advice.AllArguments Object[] args) throws Throwable {
    RateLimitGate.enter(site, null, args);
  }
}
