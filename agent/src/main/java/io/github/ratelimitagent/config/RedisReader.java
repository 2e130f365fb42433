package io.github.ratelimitagent.config;

import java.io.File;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code ratelimit.redis}. */
final class RedisReader {
  private static final long MILLI = 1_000;
  private static final long MINUTE = 60_000_000L;
  private static final int MOST_CONNECTIONS = 1_000;

  private final Section section;
  private final Set<String> unsetVariables;
  private final @Nullable File folder;

  /**
   * @param folder what names of files are relative to
   * @param unsetVariables those without a value that {@code uri} refers to
   */
  RedisReader(Section section, Set<String> unsetVariables, @Nullable File folder) {
    this.section = section;
    this.folder = folder;
    this.unsetVariables = unsetVariables;
  }

  /** Null after a problem. */
  @Nullable RedisSettings read() {
    section.checkFields();
    Setting address = uri();
    String uri = address == null ? null : address.text();
    RedisUri parts = address == null || uri == null ? null : RedisUri.check(address, uri);
    TextFields texts = new TextFields(section, folder);
    LoginReader logins = new LoginReader(section, texts, parts);
    LoginSettings login = logins.login();
    LoginSettings sentinelLogin = logins.sentinelLogin();
    TlsSettings tls = new TlsReader(section, texts).read(parts);
    String prefix = printable(section.get(Key.KEY_PREFIX));
    Long deadline = Durations.read(section.get(Key.DEADLINE), MILLI, MINUTE);
    Long firstCallWait = Durations.read(section.get(Key.FIRST_CALL_WAIT), 0, MINUTE);
    Long connectTimeout = Durations.read(section.get(Key.CONNECT_TIMEOUT), MILLI, MINUTE);
    Long connections =
        WholeNumbers.read(section.get(Key.CONNECTIONS), "connections", 1, MOST_CONNECTIONS);
    Setting client = section.find(Key.CLIENT_NAME);
    String clientName = client == null ? null : printable(client);
    if (client != null && clientName != null && clientName.isEmpty()) {
      client.problem("is empty", "write a name, or leave client-name out");
    }
    if (uri == null
        || prefix == null
        || deadline == null
        || firstCallWait == null
        || connectTimeout == null
        || connections == null) {
      return null;
    }
    return new RedisSettings(
        uri,
        login,
        sentinelLogin,
        tls,
        prefix,
        deadline,
        firstCallWait,
        (connectTimeout + MILLI - 1) / MILLI,
        connections.intValue(),
        clientName);
  }

  private @Nullable Setting uri() {
    Setting setting = section.find(Key.URI);
    if (setting == null) {
      section.problem(
          unsetVariables.isEmpty()
              ? "has no uri"
              : "has no uri: " + String.join(", ", unsetVariables) + " is not set",
          unsetVariables.isEmpty()
              ? "write uri = \"redis://localhost:6379\", or remove redis altogether for buckets of"
                  + " each process on its own"
              : "set "
                  + String.join(", ", unsetVariables)
                  + " in the environment, or write a default before it: "
                  + "uri = \"redis://localhost:6379\"");
    }
    return setting;
  }

  private static @Nullable String printable(Setting setting) {
    String text = setting.text();
    if (text != null && !text.matches("[!-~]{0,200}")) {
      setting.problem(
          "is "
              + Shown.text(text)
              + ": wanted at most 200 ASCII letters, digits and signs without blanks",
          "");
      return null;
    }
    return text;
  }
}
