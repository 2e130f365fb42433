package io.github.ratelimitagent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.pool.TypePool;

/** Signatures of methods as they are read from the class files of loaded classes. */
final class Signatures {
  private Signatures() {}

  /** That of the only method of that name. */
  static PoolSignature of(Class<?> type, String method) {
    TypePool pool = ClassFiles.of(type.getClassLoader()).pool();
    return new PoolSignature(
        pool.describe(type.getName())
            .resolve()
            .getDeclaredMethods()
            .filter(named(method))
            .getOnly(),
        pool,
        type::getClassLoader);
  }
}
