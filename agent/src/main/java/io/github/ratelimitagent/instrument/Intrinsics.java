package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodModel;
import org.jspecify.annotations.Nullable;

/** Methods of the JDK for which the JVM's compilers have machine code of their own. */
final class Intrinsics {
  /** Java 16 and newer, and 9 to 15; before that nothing tells them from others. */
  private static final String[] ANNOTATIONS = {
    "jdk.internal.vm.annotation.IntrinsicCandidate", "jdk.internal.HotSpotIntrinsicCandidate"
  };

  private Intrinsics() {}

  /** What to say of a limit on the method; null if it is an ordinary one. */
  static @Nullable String warning(MethodModel method) {
    for (String annotation : ANNOTATIONS) {
      if (method.annotations().contains(annotation)) {
        return method
            + " is an intrinsic of the JVM: compiled callers may use machine code in place of its body,"
            + " and then are not limited; limit a caller of it instead";
      }
    }
    return null;
  }
}
