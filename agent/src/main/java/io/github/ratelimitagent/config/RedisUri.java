package io.github.ratelimitagent.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the address of Redis. No message shows more of it than the scheme: it holds a password.
 */
final class RedisUri {
  private static final String WANTED = "wanted redis://host:port";
  private static final String EXAMPLE =
      "write uri = \"redis://localhost:6379\", user:password@ before the host if it wants one,"
          + " special characters in them percent-encoded";
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]{0,30})://.*");

  private RedisUri() {}

  /** Reports what is wrong with it. */
  static void check(Setting setting, String text) {
    Matcher scheme = SCHEME.matcher(text);
    if (text.trim().isEmpty()) {
      setting.problem("is empty: " + WANTED, EXAMPLE);
    } else if (text.contains("${")) {
      setting.problem(
          "holds ${...} within double quotes, where it is not replaced",
          "close the quotes before it: uri = \"redis://\"${HOST}\":6379\"");
    } else if (!scheme.matches()) {
      setting.problem("is not an address (not shown, it may hold a password): " + WANTED, EXAMPLE);
    } else if (!scheme.group(1).equals("redis")) {
      String seen = scheme.group(1).toLowerCase(Locale.ROOT);
      setting.problem(
          "begins with " + seen + "://: not in this version, " + WANTED,
          "use a standalone server without TLS; write redis:// in small letters");
    } else {
      checkParts(setting, text);
    }
  }

  private static void checkParts(Setting setting, String text) {
    URI uri;
    try {
      // names of containers have underscores, which URI does not take for those of hosts
      uri = new URI(text.replace('_', 'a'));
    } catch (URISyntaxException e) {
      setting.problem(
          "has a character at position "
              + (e.getIndex() + 1)
              + " that no address may hold (not shown, it may hold a password)",
          EXAMPLE);
      return;
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    if (uri.getHost() == null) {
      setting.problem("has no valid host and port (not shown, it may hold a password)", EXAMPLE);
    } else if (uri.getRawUserInfo() != null && uri.getRawUserInfo().indexOf(':') < 0) {
      setting.problem(
          "has no colon in what stands before @ (not shown, it may hold a password): wanted"
              + " redis://:password@host or redis://user:password@host",
          "");
    } else if (uri.getRawAuthority().endsWith(":")) {
      setting.problem("has a colon after the host but no port", EXAMPLE);
    } else if (uri.getPort() == 0 || uri.getPort() > 65_535) {
      setting.problem("has a port outside 1 to 65535", EXAMPLE);
    } else if (!path.matches("(?:/\\d{0,5})?")) {
      setting.problem("has a path that is not the number of a database, such as /0", EXAMPLE);
    } else if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      setting.problem("has a part after ? or #: not supported", EXAMPLE);
    }
  }
}
