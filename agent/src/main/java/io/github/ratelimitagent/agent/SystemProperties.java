package io.github.ratelimitagent.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** What {@code -D} options and the JVM set. */
public final class SystemProperties {
  private SystemProperties() {}

  /** Those that are text, as they are now. */
  public static Map<String, String> copy() {
    Properties properties = System.getProperties();
    Map<String, String> copy = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      copy.put(name, properties.getProperty(name));
    }
    return copy;
  }
}
