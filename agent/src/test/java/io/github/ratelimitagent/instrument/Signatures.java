package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.MethodModel;

/** Signatures of methods as they are read from the class files of loaded classes. */
final class Signatures {
  private Signatures() {}

  /** That of the only method of that name. */
  static ClassFileSignature of(Class<?> type, String name) {
    ClassFiles files = ClassFiles.of(type.getClassLoader());
    MethodModel only =
        files.get(type.getName()).methods().stream()
            .filter(method -> method.name().equals(name))
            .reduce(
                (one, another) -> {
                  throw new AssertionError("overloaded: " + name);
                })
            .orElseThrow();
    return new ClassFileSignature(only, files, type::getClassLoader);
  }
}
