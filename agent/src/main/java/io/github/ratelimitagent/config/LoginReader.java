package io.github.ratelimitagent.config;

import org.jspecify.annotations.Nullable;

/** Reads a user and a password, whose values no message shows. */
final class LoginReader {
  private final Section section;
  private final TextFields texts;
  private final @Nullable RedisUri uri;

  /**
   * @param uri null when it has a problem of its own
   */
  LoginReader(Section section, TextFields texts, @Nullable RedisUri uri) {
    this.section = section;
    this.texts = texts;
    this.uri = uri;
  }

  /** For the servers with the data; null when the address has it, if there is any. */
  @Nullable LoginSettings login() {
    for (Key key : new Key[] {Key.USER, Key.PASSWORD, Key.PASSWORD_FILE}) {
      Setting setting = section.find(key);
      if (uri != null && uri.hasLogin() && setting != null) {
        setting.problem(
            "stands beside a password in uri: wanted both in one place",
            "remove what stands before @ in uri, or remove " + key.field());
      }
    }
    return read(Key.USER, Key.PASSWORD, Key.PASSWORD_FILE);
  }

  /** For the sentinels; null for none. */
  @Nullable LoginSettings sentinelLogin() {
    for (Key key :
        new Key[] {Key.SENTINEL_USER, Key.SENTINEL_PASSWORD, Key.SENTINEL_PASSWORD_FILE}) {
      Setting setting = section.find(key);
      if (uri != null && !uri.scheme().isSentinel() && setting != null) {
        setting.problem(
            "has no effect without sentinels: wanted their address in uri",
            "remove it, or " + RedisScheme.REDIS_SENTINEL.example());
      }
    }
    return read(Key.SENTINEL_USER, Key.SENTINEL_PASSWORD, Key.SENTINEL_PASSWORD_FILE);
  }

  private @Nullable LoginSettings read(Key userKey, Key passwordKey, Key fileKey) {
    Setting user = section.find(userKey);
    Setting password = section.find(passwordKey);
    Setting file = section.find(fileKey);
    if (password != null && file != null) {
      file.problem(
          "stands beside " + passwordKey.field() + ": wanted one of them", "remove one of them");
    }
    if (user != null && password == null && file == null) {
      user.problem(
          "stands without a password",
          "write "
              + passwordKey.field()
              + " or "
              + fileKey.field()
              + "; a value ${?NAME} is missing when NAME is not set");
    }
    if (user == null && password == null && file == null) {
      return null;
    }
    return new LoginSettings(texts.text(userKey), texts.text(passwordKey), texts.file(fileKey));
  }
}
