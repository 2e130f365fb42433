package io.github.ratelimitagent.instrument;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** A loader by identity, held weakly: loaders are free to define equality. */
final class LoaderKey extends WeakReference<ClassLoader> {
  private final int hash;
  private final boolean boot;

  LoaderKey(@Nullable ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
    super(loader, loader == null ? null : queue);
    this.hash = System.identityHashCode(loader);
    this.boot = loader == null;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof LoaderKey)) {
      return false;
    }
    LoaderKey that = (LoaderKey) other;
    ClassLoader loader = get();
    return boot ? that.boot : loader != null && loader == that.get();
  }
}
