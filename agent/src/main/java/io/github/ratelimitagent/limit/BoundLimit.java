package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.BoundTemplate;
import io.github.ratelimitagent.limit.template.CallSignature;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import io.github.ratelimitagent.metrics.LimitMetrics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A limit at one call site: its templates resolved against the method's signature. Immutable. */
public final class BoundLimit {
  private static final String OBSERVED_SUFFIX = ":observe";

  private final Limit limit;
  private final int group;
  private final BoundTemplate key;
  private final BoundTemplate permits;
  private final List<Condition> conditions;
  private final LimitMetrics metrics;
  private final boolean bracesForgotten;

  /** Of a limit all of whose calls claim the same. */
  private final @Nullable Claim constantClaim;

  private BoundLimit(
      Limit limit,
      int group,
      BoundTemplate key,
      BoundTemplate permits,
      List<Condition> conditions,
      LimitMetrics metrics,
      boolean bracesForgotten) {
    this.limit = limit;
    this.group = group;
    this.key = key;
    this.permits = permits;
    this.conditions = conditions;
    this.metrics = metrics;
    this.bracesForgotten = bracesForgotten;
    this.constantClaim = makeConstantClaim();
  }

  private @Nullable Claim makeConstantClaim() {
    OptionalLong wanted = limit.permits().constantNumber();
    String rendered = key.constant();
    return conditions.isEmpty() && rendered != null && wanted.isPresent() && wanted.getAsLong() > 0
        ? claim(rendered, wanted.getAsLong())
        : null;
  }

  /**
   * Resolves the templates of {@code limit} against a method. Loads no class.
   *
   * @param group equal for methods of the same name of the same limit: a call of one within another
   *     is not counted
   * @param accessors how properties of the application's objects are read
   * @throws TemplateBindException if a template speaks of something that the method does not have
   */
  public static BoundLimit bind(
      Limit limit, int group, CallSignature signature, Accessors accessors, LimitMetrics metrics)
      throws TemplateBindException {
    List<Condition> conditions = new ArrayList<>();
    for (Map.Entry<Template, Set<String>> entry : limit.when().entrySet()) {
      conditions.add(new Condition(entry.getKey().bind(signature, accessors), entry.getValue()));
    }
    return new BoundLimit(
        limit,
        group,
        limit.key().bind(signature, accessors),
        limit.permits().bindNumber(signature, accessors),
        Collections.unmodifiableList(conditions),
        metrics,
        namesParameter(limit, signature));
  }

  /** Whether the key is one text for all calls, and that of a parameter's name. */
  private static boolean namesParameter(Limit limit, CallSignature signature) {
    String key = limit.key().source();
    // without a key of its own a limit has its name; to look for parameters costs the start time
    if (!limit.key().isConstant() || key.equals(limit.name())) {
      return false;
    }
    List<String> names = signature.parameterNames();
    return names != null && names.contains(key);
  }

  /** Whether the templates need the arguments of the call. */
  public static boolean needsArguments(Limit limit) {
    boolean needed = limit.key().needsArguments() || limit.permits().needsArguments();
    for (Template subject : limit.when().keySet()) {
      needed |= subject.needsArguments();
    }
    return needed;
  }

  Limit limit() {
    return limit;
  }

  /** What each call claims, where all claim the same; else null. */
  @Nullable Claim constantClaim() {
    return constantClaim;
  }

  /** What is doubtful about the templates on this method, each a sentence. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(key.warnings());
    if (bracesForgotten) {
      String text = limit.key().source();
      warnings.add(
          "key "
              + text
              + " is this text for every call; write {"
              + text
              + "} for the parameter "
              + text);
    }
    warnings.addAll(permits.warnings());
    for (Condition condition : conditions) {
      warnings.addAll(condition.warnings());
    }
    return warnings;
  }

  LimitMetrics metrics() {
    return metrics;
  }

  /** Whether a call within this one that the limit counted already is not to be counted again. */
  boolean isCountedIn(ThreadState thread) {
    return !limit.nestedEach() && thread.isCounted(group);
  }

  void markCounted(ThreadState thread) {
    if (!limit.nestedEach()) {
      thread.count(group);
    }
  }

  /**
   * What this call claims of which bucket; null if it concerns none.
   *
   * @throws Throwable what the application's own code threw while its properties were read
   */
  @Nullable Claim claim(@Nullable Object self, @Nullable Object[] args) throws Throwable {
    if (constantClaim != null) {
      return constantClaim;
    }
    for (Condition condition : conditions) {
      if (!condition.holds(self, args)) {
        return null;
      }
    }
    long wanted = permits.permits(self, args);
    if (wanted == 0) {
      metrics.free();
      return null;
    }
    return claim(key.render(self, args), wanted);
  }

  private Claim claim(String rendered, long wanted) {
    return new Claim(
        limit,
        limit.observed() ? rendered + OBSERVED_SUFFIX : rendered,
        limit.spec(),
        wanted,
        limit.maxWaitMicros());
  }
}
