package io.github.ratelimitagent.instrument;

import net.bytebuddy.asm.Advice;

/**
 * Inlined into limited methods whose limits look at arguments.
 *
 * <p>No {@code suppress}: it would swallow the rejection. What goes wrong in the agent is caught by
 * the gate's handler.
 */
final class MethodAdvice {
  private MethodAdvice() {}

  @Advice.OnMethodEnter
  static Object enter(
      @SiteNumber int site,
      @Advice.This(optional = true) Object self,
      @Advice.AllArguments Object[] args)
      throws Throwable {
    return RateLimitGate.enter(site, self, args);
  }
}
