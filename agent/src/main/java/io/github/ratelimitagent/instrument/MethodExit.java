package io.github.ratelimitagent.instrument;

import net.bytebuddy.asm.Advice;

/** Inlined where limited methods return or throw: tells the gate that the call is over. */
final class MethodExit {
  private MethodExit() {}

  @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
  static void exit(@Advice.Enter Object entered) {
    RateLimitGate.exit(entered);
  }
}
