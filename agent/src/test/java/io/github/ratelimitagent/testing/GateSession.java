package io.github.ratelimitagent.testing;

import io.github.ratelimitagent.gate.GateDefiner;
import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Defines the gate before any test class that refers to it is loaded. */
public final class GateSession implements LauncherSessionListener {
  private static volatile Instrumentation instrumentation;

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (instrumentation == null) {
      instrumentation = ByteBuddyAgent.install();
      GateDefiner.define(instrumentation);
    }
  }

  /** Of the JVM that runs the tests. */
  public static Instrumentation instrumentation() {
    return instrumentation;
  }
}
