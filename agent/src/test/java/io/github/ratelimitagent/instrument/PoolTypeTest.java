package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.template.DeclaredType;
import io.github.ratelimitagent.limit.template.DeclaredTypeContract;

class PoolTypeTest extends DeclaredTypeContract {
  @Override
  protected DeclaredType typeOf(Class<?> type) {
    return PoolType.of(
        ClassFiles.of(type.getClassLoader()).pool().describe(type.getName()).resolve());
  }
}
