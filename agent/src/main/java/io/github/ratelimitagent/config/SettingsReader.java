package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigObject;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the fields of {@code ratelimit}. For one thread and one configuration. */
final class SettingsReader {
  private static final String LIMITS_ADVICE =
      "write limits { my-limit { method = ..., capacity = 10, refill = 5/s } }";

  private static final Pattern LIMIT_NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");
  private static final long SECOND = 1_000_000;
  private static final long DAY = 86_400 * SECOND;

  private final @Nullable File folder;
  private final Sources sources;
  private final Problems problems;
  private final List<LimitEntry> limits = new ArrayList<>();
  private final List<LimitEntry> disabled = new ArrayList<>();
  private final SameKeys sameKeys = new SameKeys();
  private boolean enabled;
  private boolean logInfo;
  private long summaryIntervalMillis;
  private @Nullable RedisSettings redis;

  /**
   * @param folder what names of files are relative to
   */
  SettingsReader(@Nullable File folder, Sources sources, Problems problems) {
    this.folder = folder;
    this.sources = sources;
    this.problems = problems;
  }

  void read(Document document, Overrides overrides) {
    ConfigObject ratelimit = overrides.over(document.ratelimit());
    Section all = new Section("ratelimit", ratelimit, Key.Scope.ALL, sources, problems);
    all.checkFields();
    enabled = all.get(Key.ENABLED).isTrue();
    logInfo = "info".equals(all.get(Key.LOG_LEVEL).choice(Key.LOG_LEVEL.choices()));
    Setting mode = all.get(Key.MODE);
    mode.choice(Key.MODE.choices());
    Long interval = Durations.read(all.get(Key.SUMMARY_INTERVAL), SECOND, DAY);
    summaryIntervalMillis = interval == null ? 0 : interval / 1000;
    Section section = redisSection(all.find(Key.REDIS));
    redis = section == null ? null : new RedisReader(section, document.unsetInUri(), folder).read();
    readLimits(all, new FailureReader(section), mode);
  }

  private static @Nullable Section redisSection(@Nullable Setting setting) {
    if (setting == null || setting.isObject()) {
      return setting == null ? null : setting.section(Key.Scope.REDIS);
    }
    setting.problem(
        "is not an object: wanted fields in braces { }",
        "write redis.uri = \"redis://localhost:6379\"");
    return null;
  }

  private void readLimits(Section all, FailureReader failure, Setting mode) {
    Setting setting = all.require(Key.LIMITS, LIMITS_ADVICE);
    Map<String, Setting> fields = setting == null ? null : setting.fields(LIMITS_ADVICE);
    if (setting == null || fields == null) {
      return;
    }
    if (fields.isEmpty()) {
      setting.warning("is empty: nothing is limited", "");
    }
    List<Map.Entry<String, Setting>> inOrder = new ArrayList<>(fields.entrySet());
    inOrder.sort(new InOrder());
    for (Map.Entry<String, Setting> limit : inOrder) {
      readLimit(limit.getKey(), limit.getValue(), failure, mode);
    }
    Collections.sort(limits);
    Collections.sort(disabled);
    sameKeys.check(problems);
  }

  /** As they are written: places have no column, and several limits can stand on a line. */
  private final class InOrder implements Comparator<Map.Entry<String, Setting>> {
    @Override
    public int compare(Map.Entry<String, Setting> one, Map.Entry<String, Setting> other) {
      return Integer.compare(order(one.getValue()), order(other.getValue()));
    }

    private int order(Setting limit) {
      return sources.order(limit.path(), limit.place());
    }
  }

  private void readLimit(String name, Setting setting, FailureReader failure, Setting mode) {
    Section section = setting.section(Key.Scope.LIMIT);
    if (section == null) {
      return;
    }
    if (!LIMIT_NAME.matcher(name).matches()) {
      setting.problem(
          "is no name for a limit: wanted small letters, digits, - and _, the first a letter or"
              + " digit",
          "write " + nameThatWorks(name) + " instead");
    }
    String inner = section.onlyObject();
    if (inner != null) {
      setting.problem(
          "has no field but the object "
              + Shown.text(inner)
              + ": wanted the fields of a limit, whose name has no dots",
          "write " + name + "-" + inner + " { method = ... }");
      return;
    }
    warnIfWrittenTwice(setting);
    LimitReader reader = new LimitReader(nameThatWorks(name), section);
    boolean on = reader.isEnabled();
    LimitEntry entry = reader.read(failure, mode, on ? sameKeys : new SameKeys());
    if (entry != null) {
      (on ? limits : disabled).add(entry);
    }
  }

  private static String nameThatWorks(String name) {
    if (LIMIT_NAME.matcher(name).matches()) {
      return name;
    }
    String works =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "-").replaceAll("^[_-]+|-+$", "");
    return works.isEmpty() ? "my-limit" : works;
  }

  /** HOCON merges them in silence, so that the first half of a copied limit is lost. */
  private void warnIfWrittenTwice(Setting limit) {
    List<Integer> lines = sources.linesThatOpen(limit.path(), limit.place());
    if (lines.size() > 1) {
      limit.warning(
          "is written twice, in lines "
              + lines.get(0)
              + " and "
              + lines.get(1)
              + ": fields of the second replace those of the first",
          "give each limit a name of its own");
    }
  }

  boolean enabled() {
    return enabled;
  }

  boolean logInfo() {
    return logInfo;
  }

  long summaryIntervalMillis() {
    return summaryIntervalMillis;
  }

  @Nullable RedisSettings redis() {
    return redis;
  }

  List<LimitEntry> limits() {
    return limits;
  }

  List<LimitEntry> disabled() {
    return disabled;
  }
}
