package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.limit.template.Template;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One named entry of the configuration, but for the methods it covers: which bucket a call uses,
 * how much the bucket holds, and what happens when it is empty. Immutable.
 */
public final class Limit {
  private final String name;
  private final String figures;
  private final String description;
  private final Template key;
  private final BucketSpec spec;
  private final Template permits;
  private final Map<Template, Set<String>> when;
  private final WhenEmpty whenEmpty;
  private final long maxWaitMicros;
  private final @Nullable String exceptionClass;
  private final boolean stackTrace;
  private final FailurePolicy onFailure;
  private final @Nullable BucketSpec shareSpec;
  private final long lease;
  private final boolean nestedEach;
  private final boolean observed;

  private Limit(Builder builder) {
    this.name = builder.name;
    this.key = builder.key;
    this.spec = builder.spec;
    this.permits = builder.permits;
    this.when = Collections.unmodifiableMap(new LinkedHashMap<>(builder.when));
    this.whenEmpty = builder.whenEmpty;
    this.maxWaitMicros = builder.maxWaitMicros;
    this.exceptionClass = builder.exceptionClass;
    this.stackTrace = builder.stackTrace;
    this.onFailure = builder.onFailure;
    this.shareSpec = builder.shareSpec;
    this.lease = builder.lease;
    this.nestedEach = builder.nestedEach;
    this.observed = builder.observed;
    this.figures = builder.figures == null ? spec.toString() : builder.figures;
    this.description = "rate limit " + name + " (" + figures + ", key " + key.source() + ")";
  }

  /** A limit with one bucket named after it, one permit a call, that throws when empty. */
  public static Builder builder(String name, BucketSpec spec) {
    return new Builder(name, spec);
  }

  public String name() {
    return name;
  }

  /** What messages of its rejections begin with: its name, figures and key template. */
  String description() {
    return description;
  }

  /** Refill and capacity as a person wrote them: {@code 60/m (capacity 10)}. */
  public String figures() {
    return figures;
  }

  /** Renders the bucket's key. */
  public Template key() {
    return key;
  }

  public BucketSpec spec() {
    return spec;
  }

  /** Renders the number of tokens that a call takes. */
  public Template permits() {
    return permits;
  }

  /** The limit concerns a call only if each of these renders to one of its values. */
  public Map<Template, Set<String>> when() {
    return when;
  }

  public WhenEmpty whenEmpty() {
    return whenEmpty;
  }

  /** How far ahead a call's turn may lie; 0 unless {@link WhenEmpty#BLOCK}. */
  public long maxWaitMicros() {
    return maxWaitMicros;
  }

  /** The application's exception to throw in place of ours. */
  public @Nullable String exceptionClass() {
    return exceptionClass;
  }

  /** Whether a rejection records its stack. */
  public boolean stackTrace() {
    return stackTrace;
  }

  public FailurePolicy onFailure() {
    return onFailure;
  }

  /** This process's share of the bucket; present with {@link FailurePolicy#IN_PROCESS}. */
  public @Nullable BucketSpec shareSpec() {
    return shareSpec;
  }

  /** The most tokens that a process takes at once, for calls to come; 0 for none. */
  public long lease() {
    return lease;
  }

  /** Whether a call within a call of the same limit through the same method name counts too. */
  public boolean nestedEach() {
    return nestedEach;
  }

  /** Whether the limit only counts what it would have denied. */
  public boolean observed() {
    return observed;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Collects the parts of a {@link Limit}. Not safe for use by several threads. */
  public static final class Builder {
    private final String name;
    private final BucketSpec spec;
    private @Nullable String figures;
    private Template key;
    private Template permits = Template.parse("1");
    private Map<Template, Set<String>> when = Collections.emptyMap();
    private WhenEmpty whenEmpty = WhenEmpty.THROW;
    private long maxWaitMicros;
    private @Nullable String exceptionClass;
    private boolean stackTrace = true;
    private FailurePolicy onFailure = FailurePolicy.ALLOW;
    private @Nullable BucketSpec shareSpec;
    private long lease;
    private boolean nestedEach;
    private boolean observed;

    private Builder(String name, BucketSpec spec) {
      this.name = name;
      this.spec = spec;
      this.key = Template.parse(name);
    }

    /** How messages write the figures; without it as {@link BucketSpec} does. */
    public Builder figures(String text) {
      this.figures = text;
      return this;
    }

    public Builder key(Template template) {
      this.key = template;
      return this;
    }

    public Builder permits(Template template) {
      this.permits = template;
      return this;
    }

    public Builder when(Map<Template, Set<String>> conditions) {
      this.when = conditions;
      return this;
    }

    /** Calls wait for their turn, at most {@code maxWaitMicros}. */
    public Builder block(long maxWaitMicros) {
      this.whenEmpty = WhenEmpty.BLOCK;
      this.maxWaitMicros = maxWaitMicros;
      return this;
    }

    public Builder exceptionClass(@Nullable String className) {
      this.exceptionClass = className;
      return this;
    }

    public Builder stackTrace(boolean recorded) {
      this.stackTrace = recorded;
      return this;
    }

    public Builder onFailure(FailurePolicy policy) {
      this.onFailure = policy;
      return this;
    }

    /** Without the store, this process alone limits to {@code share}. */
    public Builder inProcessOnFailure(BucketSpec share) {
      this.onFailure = FailurePolicy.IN_PROCESS;
      this.shareSpec = share;
      return this;
    }

    /** A process takes up to {@code most} tokens at once, at most the capacity. */
    public Builder lease(long most) {
      this.lease = most;
      return this;
    }

    public Builder nestedEach(boolean each) {
      this.nestedEach = each;
      return this;
    }

    public Builder observed(boolean only) {
      this.observed = only;
      return this;
    }

    public Limit build() {
      return new Limit(this);
    }
  }
}
