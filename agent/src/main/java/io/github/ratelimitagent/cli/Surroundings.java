package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.agent.SystemProperties;
import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** What a command may depend on besides its arguments. Immutable. */
final class Surroundings {
  private final File jar;
  private final Map<String, String> systemProperties;
  private final Map<String, String> environment;

  Surroundings(File jar, Map<String, String> systemProperties, Map<String, String> environment) {
    this.jar = jar;
    this.systemProperties = Collections.unmodifiableMap(new HashMap<>(systemProperties));
    this.environment = Collections.unmodifiableMap(new HashMap<>(environment));
  }

  static Surroundings ofThisJvm(File jar) {
    return new Surroundings(jar, SystemProperties.copy(), System.getenv());
  }

  /** The agent's jar; where it runs unpacked, the folder of its classes. */
  File jar() {
    return jar;
  }

  Map<String, String> systemProperties() {
    return systemProperties;
  }

  Map<String, String> environment() {
    return environment;
  }

  /** The version that the jar's manifest gives. */
  String version() {
    if (jar.isFile()) {
      try (JarFile opened = new JarFile(jar, false)) {
        Manifest manifest = opened.getManifest();
        String version =
            manifest == null
                ? null
                : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        if (version != null) {
          return version;
        }
      } catch (IOException unreadable) {
        // a version is not worth failing for
      }
    }
    return "unknown";
  }
}
