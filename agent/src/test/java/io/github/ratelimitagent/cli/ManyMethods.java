package io.github.ratelimitagent.cli;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.StubMethod;

/** Makes a class with as many methods as wanted. */
final class ManyMethods {
  private ManyMethods() {}

  static byte[] classFile(String className, int count) {
    DynamicType.Builder<?> builder = new ByteBuddy().subclass(Object.class).name(className);
    for (int i = 0; i < count; i++) {
      builder =
          builder
              .defineMethod("m" + i, void.class, Visibility.PUBLIC)
              .intercept(StubMethod.INSTANCE);
    }
    return builder.make().getBytes();
  }
}
