package com.acme.woven;

import kotlin.coroutines.Continuation;

/** What Kotlin's compiler makes of a class with two {@code suspend} functions. */
public class Suspending {
  public Object load(String id, Continuation caller) {
    return id;
  }

  public Object store(String id, Continuation caller) {
    return id;
  }

  public static Continuation continuationOfLoad(int label) {
    return new Suspending$load$1(label);
  }
}

/** Goes on with {@code load}. */
@SuppressWarnings("checkstyle:TypeName")
final class Suspending$load$1 implements Continuation {
  int label;

  Suspending$load$1(int label) {
    this.label = label;
  }
}
