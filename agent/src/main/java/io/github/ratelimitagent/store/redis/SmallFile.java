package io.github.ratelimitagent.store.redis;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads files that the options name, such as keys, whole. */
final class SmallFile {
  private static final int LONGEST = 1 << 20;

  private SmallFile() {}

  /**
   * Blocks on reading it.
   *
   * @param setting the option that names the file, for messages
   * @throws RedisFailure when it cannot be read; the message holds nothing of its content
   */
  static byte[] read(String setting, File file) throws RedisFailure {
    if (!file.exists()) {
      throw fault(setting, file, "does not exist");
    }
    if (file.isDirectory()) {
      throw fault(setting, file, "is a directory");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = new FileInputStream(file)) {
      byte[] chunk = new byte[8192];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        bytes.write(chunk, 0, n);
        if (bytes.size() > LONGEST) {
          throw fault(setting, file, "is larger than " + LONGEST / 1024 + " KiB");
        }
      }
    } catch (IOException e) {
      throw fault(setting, file, "cannot be read; may the application's user read it?");
    }
    if (bytes.size() == 0) {
      throw fault(setting, file, "is empty");
    }
    return bytes.toByteArray();
  }

  static RedisFailure fault(String setting, File file, String problem) {
    return RedisFailure.disconnected("the file of " + setting + ", " + file + ", " + problem);
  }
}
