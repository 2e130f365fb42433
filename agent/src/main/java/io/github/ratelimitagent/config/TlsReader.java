package io.github.ratelimitagent.config;

import org.jspecify.annotations.Nullable;

/** Reads what concerns TLS. */
final class TlsReader {
  private static final Key[] KEYS = {
    Key.TLS_CA, Key.TLS_CERTIFICATE, Key.TLS_KEY, Key.TLS_KEY_PASSWORD, Key.TLS_VERIFY_HOSTNAME
  };

  private final Section section;
  private final TextFields texts;

  TlsReader(Section section, TextFields texts) {
    this.section = section;
    this.texts = texts;
  }

  /**
   * Null without TLS.
   *
   * @param uri null when it has a problem of its own
   */
  @Nullable TlsSettings read(@Nullable RedisUri uri) {
    needs(Key.TLS_CERTIFICATE, Key.TLS_KEY);
    needs(Key.TLS_KEY, Key.TLS_CERTIFICATE);
    needs(Key.TLS_KEY_PASSWORD, Key.TLS_KEY);
    TlsSettings tls =
        new TlsSettings(
            texts.file(Key.TLS_CA),
            texts.file(Key.TLS_CERTIFICATE),
            texts.file(Key.TLS_KEY),
            texts.text(Key.TLS_KEY_PASSWORD),
            section.get(Key.TLS_VERIFY_HOSTNAME).isTrue());
    if (uri == null || uri.scheme().isTls()) {
      return tls;
    }
    for (Key key : KEYS) {
      Setting setting = section.find(key);
      if (setting != null) {
        setting.problem(
            "has no effect without TLS: wanted an address that begins with rediss",
            "write rediss instead of redis in uri, or remove " + key.field());
      }
    }
    return null;
  }

  private void needs(Key key, Key other) {
    Setting setting = section.find(key);
    if (setting != null && section.find(other) == null) {
      setting.problem(
          "stands without " + other.field(),
          other == Key.TLS_KEY
              ? "write tls-key, the file of the private key; it may be the file of tls-certificate"
              : "write tls-certificate, the file of the certificate of that key");
    }
  }
}
