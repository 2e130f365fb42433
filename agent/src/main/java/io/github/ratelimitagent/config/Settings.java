package io.github.ratelimitagent.config;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole configuration, checked. Immutable. */
public final class Settings {
  private final boolean enabled;
  private final boolean logInfo;
  private final long summaryIntervalMillis;
  private final @Nullable RedisSettings redis;
  private final List<LimitEntry> limits;
  private final List<LimitEntry> disabled;
  private final List<String> warnings;

  Settings(SettingsReader reader, List<String> warnings) {
    this.enabled = reader.enabled();
    this.logInfo = reader.logInfo();
    this.summaryIntervalMillis = reader.summaryIntervalMillis();
    this.redis = reader.redis();
    this.limits = Collections.unmodifiableList(new ArrayList<>(reader.limits()));
    this.disabled = Collections.unmodifiableList(new ArrayList<>(reader.disabled()));
    this.warnings = Collections.unmodifiableList(warnings);
  }

  /**
   * Reads a file, the files that it includes, and the overrides. Reads no other file, property or
   * variable than what it is given. Blocks on reading the files.
   *
   * @param systemProperties of which those that begin with {@code ratelimit.} lie over the file
   * @param environment for substitutions such as {@code ${?REDIS_URI}}
   * @throws ConfigException with every problem; no other exception
   */
  public static Settings load(
      File file, Map<String, String> systemProperties, Map<String, String> environment)
      throws ConfigException {
    Problems problems = new Problems();
    Sources sources = new Sources();
    SettingsReader reader =
        new SettingsReader(file.getAbsoluteFile().getParentFile(), sources, problems);
    try {
      Document document = Document.read(file, environment, sources, problems);
      reader.read(document, new Overrides(systemProperties, problems));
      Variables.check(environment, sources, problems);
    } catch (FaultException e) {
      problems.add(e.problem());
    }
    problems.throwIfAny(file.getPath());
    return new Settings(reader, problems.warnings());
  }

  /** Whether anything is to be limited at all. */
  public boolean enabled() {
    return enabled;
  }

  /** Whether the log has more than warnings. */
  public boolean logInfo() {
    return logInfo;
  }

  /** How often the log sums up what was denied or bypassed. */
  public long summaryIntervalMillis() {
    return summaryIntervalMillis;
  }

  /** Null when buckets are kept in process. */
  public @Nullable RedisSettings redis() {
    return redis;
  }

  /** The enabled limits, in the order of the file. */
  public List<LimitEntry> limits() {
    return limits;
  }

  /** The limits that are switched off. */
  public List<LimitEntry> disabled() {
    return disabled;
  }

  /** What is to be said although it works, each with its place. */
  public List<String> warnings() {
    return warnings;
  }
}
