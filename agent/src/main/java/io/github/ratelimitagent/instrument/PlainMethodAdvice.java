package io.github.ratelimitagent.instrument;

import net.bytebuddy.asm.Advice;

/** Inlined into limited methods whose limits need no argument, so that none is boxed. */
final class PlainMethodAdvice {
  private PlainMethodAdvice() {}

  @Advice.OnMethodEnter
  static Object enter(@SiteNumber int site, @Advice.This(optional = true) Object self)
      throws Throwable {
    return RateLimitGate.enter(site, self, null);
  }
}
