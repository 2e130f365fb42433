package io.github.ratelimitagent.classfile;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads whole streams. */
final class ClassFileBytes {
  private ClassFileBytes() {}

  static byte[] of(File file) throws IOException {
    return of(new FileInputStream(file));
  }

  /** All bytes; closes the stream. */
  static byte[] of(InputStream stream) throws IOException {
    try (InputStream in = stream) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int n; (n = in.read(buffer)) > 0; ) {
        out.write(buffer, 0, n);
      }
      return out.toByteArray();
    }
  }
}
