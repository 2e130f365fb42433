package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code ratelimit.limits}. */
final class LimitReader {
  private static final String OBSERVE = "observe";
  // possessive: a greedy group recurses for each part of the name and overflows the stack
  private static final String CLASS_NAME =
      "[\\p{L}_$][\\p{L}\\p{N}_$]*+(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*+)*+";

  private final String name;
  private final Section section;

  LimitReader(String name, Section section) {
    this.name = name;
    this.section = section;
  }

  boolean isEnabled() {
    return section.get(Key.LIMIT_ENABLED).isTrue();
  }

  /** Null after a problem. */
  @Nullable LimitEntry read(FailureReader failure, Setting mode, SameKeys sameKeys) {
    section.checkFields();
    Patterns methods =
        Patterns.read(
            section.require(Key.METHOD, "write method = \"com.acme.PaymentService.charge(..)\""));
    Patterns excludes = Patterns.read(section.find(Key.EXCLUDE));
    Templates templates = new Templates(methods);
    Setting keySetting = section.find(Key.KEY);
    Template key = keySetting == null ? Template.parse(name) : templates.key(keySetting);
    Template permits = templates.read(section.get(Key.PERMITS));
    Map<Template, Set<String>> when = templates.conditions(section.find(Key.WHEN));
    long maxWaitMicros = new WhenEmptyReader(section).maxWaitMicros();
    String exception = exceptionClass();
    boolean stackTrace = section.get(Key.STACK_TRACE).isTrue();
    String nested = section.get(Key.NESTED).choice(Key.NESTED.choices());
    boolean observed = isObserved(mode);
    Figures figures = new Figures(section);
    BucketSpec spec = figures.read(maxWaitMicros, permits);
    if (spec == null || key == null) {
      return null;
    }
    String written = figures.written(spec);
    sameKeys.add(new SameKeys.Use(name, section.place(), key, spec, written, observed));
    if (permits == null) {
      return null;
    }
    Limit.Builder limit =
        Limit.builder(name, spec)
            .figures(written)
            .key(key)
            .permits(permits)
            .when(when)
            .exceptionClass(exception)
            .stackTrace(stackTrace)
            .lease(lease(spec, failure.hasRedis()))
            .nestedEach("each".equals(nested))
            .observed(observed);
    if (maxWaitMicros > 0) {
      limit.block(maxWaitMicros);
    }
    // permits that do not fit are a problem by now, and must not be one of the share too
    long constant = Math.min(permits.constantNumber().orElse(1), spec.capacity());
    failure.read(section, limit, spec, Math.max(constant, 1));
    return new LimitEntry(limit.build(), methods, excludes, section.place());
  }

  private long lease(BucketSpec spec, boolean hasRedis) {
    Setting setting = section.find(Key.LEASE);
    if (setting != null && !hasRedis) {
      setting.warning(
          "has no effect without a redis section: each process has all tokens at hand",
          "remove lease, or write redis.uri = \"redis://localhost:6379\"");
    }
    Long tokens =
        setting == null
            ? null
            : WholeNumbers.read(setting, "tokens, at most the capacity", 1, spec.capacity());
    return tokens == null ? 0 : tokens;
  }

  private boolean isObserved(Setting common) {
    Setting own = section.find(Key.LIMIT_MODE);
    String word = (own == null ? common : own).word();
    if (own != null
        && !OBSERVE.equals(word)
        && OBSERVE.equals(common.word())
        && common.isOverride()) {
      own.warning(
          "is " + word + " in spite of -D" + common.path() + "=observe",
          "-D" + own.path() + "=observe would observe this limit too");
    }
    if (own != null) {
      own.choice(Key.LIMIT_MODE.choices());
    }
    return OBSERVE.equals(word);
  }

  private @Nullable String exceptionClass() {
    Setting setting = section.find(Key.EXCEPTION);
    String text = setting == null ? null : setting.text();
    if (setting == null || text == null || text.matches(CLASS_NAME)) {
      return text;
    }
    setting.problem(
        "is " + Shown.text(text) + ": wanted the name of a class",
        "write exception = \"com.acme.TooManyRequests\"");
    return null;
  }
}
