package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.config.ConfigException;
import io.github.ratelimitagent.config.ConfigFile;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.gate.Gate;
import io.github.ratelimitagent.gate.GateDefiner;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the configuration and starts the agent. Entered by reflection from the launcher. */
public final class AgentStart {
  private AgentStart() {}

  /**
   * Starts the agent in this JVM, on the thread that is about to run the application's main.
   *
   * @param argument what stands behind {@code -javaagent:jar=}: the configuration file
   * @param jar the agent's jar
   * @param strict whether to fail without a first connection to Redis
   * @throws RuntimeException why it did not start; without a stack trace where the message says all
   */
  public static void start(
      @Nullable String argument, Instrumentation instrumentation, File jar, boolean strict) {
    Map<String, String> properties = SystemProperties.copy();
    if ("false".equals(properties.get("ratelimit.enabled"))) {
      return;
    }
    if (GateDefiner.isDefined() && Gate.isConnected()) {
      new StderrLog(false).warn(OtherAgentException.MESSAGE);
      return;
    }
    Settings settings;
    File file;
    try {
      Map<String, String> environment = System.getenv();
      file = ConfigFile.find(argument, jar, properties, environment);
      settings = Settings.load(file, properties, environment);
    } catch (ConfigException e) {
      throw new StartException(String.valueOf(e.getMessage()));
    }
    StderrLog log = new StderrLog(settings.logInfo());
    for (String warning : settings.warnings()) {
      log.warn(warning);
    }
    if (!settings.enabled()) {
      log.info("ratelimit.enabled = false: nothing is limited");
      return;
    }
    log.info(StartText.of(file, settings));
    // before anything that refers to the dispatcher links: it is a subclass of the gate
    GateDefiner.define(instrumentation);
    try {
      Assembly.start(settings, instrumentation, log, strict);
    } catch (OtherAgentException e) {
      log.warn(String.valueOf(e.getMessage()));
    }
  }
}
