package io.github.ratelimitagent.limit.template;

/** The stand-in of these tests keeps the contract too. */
class ReflectedTypeTest extends DeclaredTypeContract {
  @Override
  protected DeclaredType typeOf(Class<?> type) {
    return ReflectedType.of(type);
  }
}
