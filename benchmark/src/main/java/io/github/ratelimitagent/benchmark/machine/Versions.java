package io.github.ratelimitagent.benchmark.machine;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of what was measured, read from the names of the jars that ran. */
public final class Versions {
  private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[\\w.-]*?)(?:-classes)?\\.jar");

  private final Map<String, String> versions = new TreeMap<>();

  /** Notes a version. */
  public void add(String name, String version) {
    versions.put(name, version);
  }

  /** Notes what a jar's name says. */
  public void add(Path jar) {
    Matcher name = JAR.matcher(String.valueOf(jar.getFileName()));
    if (name.matches()) {
      versions.put(name.group(1), name.group(2));
    }
  }

  /** Notes those jars of this process's class path whose names begin with one of these. */
  public void addFromClassPath(String... names) {
    String[] classPath = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
    Arrays.stream(classPath)
        .map(Path::of)
        .filter(jar -> Arrays.stream(names).anyMatch(n -> begins(jar, n)))
        .forEach(this::add);
  }

  private static boolean begins(Path jar, String name) {
    return String.valueOf(jar.getFileName()).matches(Pattern.quote(name) + "-\\d.*");
  }

  /** Versions by name. */
  public Map<String, String> all() {
    return versions;
  }
}
