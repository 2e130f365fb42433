package io.github.ratelimitagent.config;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** How servers prove who they are, and the agent to them. Immutable. */
public final class TlsSettings {
  private final @Nullable File ca;
  private final @Nullable File certificate;
  private final @Nullable File key;
  private final @Nullable String keyPassword;
  private final boolean verifyHostname;

  TlsSettings(
      @Nullable File ca,
      @Nullable File certificate,
      @Nullable File key,
      @Nullable String keyPassword,
      boolean verifyHostname) {
    this.ca = ca;
    this.certificate = certificate;
    this.key = key;
    this.keyPassword = keyPassword;
    this.verifyHostname = verifyHostname;
  }

  /** The authorities that are trusted; null for those of the JVM. */
  public @Nullable File ca() {
    return ca;
  }

  /** The client's; null for none. */
  public @Nullable File certificate() {
    return certificate;
  }

  /** Present when {@link #certificate()} is. */
  public @Nullable File key() {
    return key;
  }

  /** Not for messages; null when the key is not encrypted. */
  public @Nullable String keyPassword() {
    return keyPassword;
  }

  public boolean verifyHostname() {
    return verifyHostname;
  }
}
