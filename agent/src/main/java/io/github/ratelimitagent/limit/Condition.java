package io.github.ratelimitagent.limit;

import io.github.ratelimitagent.limit.template.BoundTemplate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One {@code when} entry at one call site: a rendered template must be one of the values. */
final class Condition {
  private final BoundTemplate subject;
  private final Set<String> values;

  Condition(BoundTemplate subject, Set<String> values) {
    this.subject = subject;
    this.values = values;
  }

  boolean holds(@Nullable Object self, @Nullable Object[] args) throws Throwable {
    return values.contains(subject.text(self, args));
  }

  List<String> warnings() {
    return subject.warnings();
  }
}
