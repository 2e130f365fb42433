package io.github.ratelimitagent.config;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** User and password for servers. Immutable. */
public final class LoginSettings {
  private final @Nullable String user;
  private final @Nullable String password;
  private final @Nullable File passwordFile;

  LoginSettings(@Nullable String user, @Nullable String password, @Nullable File passwordFile) {
    this.user = user;
    this.password = password;
    this.passwordFile = passwordFile;
  }

  /** Null for the server's default user. */
  public @Nullable String user() {
    return user;
  }

  /** Not for messages; null when it is in a file. */
  public @Nullable String password() {
    return password;
  }

  /** The file that holds the password; null when there is none. */
  public @Nullable File passwordFile() {
    return passwordFile;
  }

  @Override
  public String toString() {
    return passwordFile == null ? "***" : "*** of " + passwordFile;
  }
}
