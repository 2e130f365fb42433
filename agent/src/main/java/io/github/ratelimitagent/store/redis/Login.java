package io.github.ratelimitagent.store.redis;

import java.io.File;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * User and password for a server. A password in a file is read for each new connection, so that it
 * may be rotated. Safe for many threads; no text that it makes holds either of them.
 */
final class Login {
  private static final String SETTING = "password-file";

  private final @Nullable String user;
  private final @Nullable String password;
  private final @Nullable File passwordFile;
  private volatile @Nullable String lastRead;

  private Login(@Nullable String user, @Nullable String password, @Nullable File passwordFile) {
    this.user = user;
    this.password = password;
    this.passwordFile = passwordFile;
  }

  /** A password known from the start; null for none. */
  static Login of(@Nullable String user, @Nullable String password) {
    return new Login(user, password, null);
  }

  /** The password is what the file holds, but for the line's end. */
  static Login fromFile(@Nullable String user, File passwordFile) {
    return new Login(user, null, passwordFile);
  }

  @Nullable String user() {
    return user;
  }

  /** Blocks on reading the file, if it is one. */
  @Nullable String password() throws RedisFailure {
    if (passwordFile == null) {
      return password;
    }
    String text = new String(SmallFile.read(SETTING, passwordFile), StandardCharsets.UTF_8);
    String read = text.replaceFirst("[\r\n]+\\z", "");
    if (read.isEmpty()) {
      throw SmallFile.fault(SETTING, passwordFile, "is empty");
    }
    lastRead = read;
    return read;
  }

  /** Whether a text of the server's quotes the user or the password. */
  boolean isQuotedIn(String text) {
    return contains(text, user) || contains(text, password) || contains(text, lastRead);
  }

  private static boolean contains(String text, @Nullable String secret) {
    return secret != null && !secret.isEmpty() && text.contains(secret);
  }
}
