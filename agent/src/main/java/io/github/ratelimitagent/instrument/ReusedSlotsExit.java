package io.github.ratelimitagent.instrument;

import net.bytebuddy.asm.Advice;

/**
 * Inlined instead of {@link MethodExit} into methods that may have something else in the slot of a
 * parameter by then, as optimizers leave them. The verifier wants to know what is in each slot
 * where an exception is caught, so such a body works on copies of its arguments.
 */
final class ReusedSlotsExit {
  private ReusedSlotsExit() {}

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(@Advice.Enter Object entered) {
    RateLimitGate.exit(entered);
  }
}
