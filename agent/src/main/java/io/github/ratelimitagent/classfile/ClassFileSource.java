package io.github.ratelimitagent.classfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the bytes of class files are. */
interface ClassFileSource {
  /**
   * The class file, or null if there is none. May block on files.
   *
   * @param className the binary name, such as {@code com.acme.Outer$Inner}
   * @throws IOException if it is there and cannot be read
   */
  byte @Nullable [] find(String className) throws IOException;
}
