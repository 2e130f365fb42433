package io.github.ratelimitagent.instrument;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.jar.asm.Type;

/** A type's name as patterns and people write it: {@code java.lang.String[]}. Locates nothing. */
final class TypeText {
  private TypeText() {}

  static String of(TypeDescription type) {
    // asking a lazy description whether it is an array would locate it
    String name = type.getName();
    return name.startsWith("[") ? Type.getType(name.replace('.', '/')).getClassName() : name;
  }
}
