package io.github.ratelimitagent.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the address of Redis, and what it asks for. No message shows more of it than the scheme:
 * it holds a password.
 */
final class RedisUri {
  private static final String WANTED = "wanted redis://host:port";
  private static final String EXAMPLE =
      "write uri = \"redis://localhost:6379\", user:password@ before the host if it wants one,"
          + " special characters in them percent-encoded";
  private static final String HIDDEN = " (not shown, it may hold a password)";
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]{0,30})://.*");
  private static final Pattern ODD = Pattern.compile("[^!-~]|[\\\\\"<>^`{|}]|%(?![0-9A-Fa-f]{2})");
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern NODE =
      Pattern.compile("(?:\\[[0-9A-Za-z:.%]+]|[A-Za-z0-9._-]+)(?::(\\d*))?");

  private final RedisScheme scheme;
  private final boolean login;

  private RedisUri(RedisScheme scheme, boolean login) {
    this.scheme = scheme;
    this.login = login;
  }

  RedisScheme scheme() {
    return scheme;
  }

  /** Whether it holds a password. */
  boolean hasLogin() {
    return login;
  }

  /** Reports what is wrong with it; then null. */
  static @Nullable RedisUri check(Setting setting, String text) {
    Matcher written = SCHEME.matcher(text);
    if (text.trim().isEmpty()) {
      setting.problem("is empty: " + WANTED, EXAMPLE);
    } else if (text.contains("${")) {
      setting.problem(
          "holds ${...} within double quotes, where it is not replaced",
          "close the quotes before it: uri = \"redis://\"${HOST}\":6379\"");
    } else if (!written.matches()) {
      setting.problem("is not an address" + HIDDEN + ": " + WANTED, EXAMPLE);
    } else {
      RedisScheme scheme = RedisScheme.of(written.group(1));
      if (scheme == null) {
        setting.problem(
            "begins with " + written.group(1) + "://: " + WANTED,
            RedisScheme.insteadOf(written.group(1)));
      } else {
        return checkParts(setting, text, scheme);
      }
    }
    return null;
  }

  private static @Nullable RedisUri checkParts(Setting setting, String text, RedisScheme scheme) {
    String rest = text.substring(text.indexOf("://") + 3);
    int at = rest.lastIndexOf('@');
    String login = rest.substring(0, Math.max(at, 0));
    String place = rest.substring(at + 1);
    int slash = place.indexOf('/');
    String nodes = slash < 0 ? place : place.substring(0, slash);
    String path = slash < 0 ? "" : place.substring(slash);
    Matcher odd = ODD.matcher(text);
    String problem;
    if (odd.find()) {
      problem =
          "has a character at position " + (odd.start() + 1) + " that no address may hold" + HIDDEN;
    } else if (rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
      problem = "has a part after ? or #: not supported";
    } else if (login.indexOf('/') >= 0 || login.indexOf('@') >= 0) {
      problem = "has a / or @ in what stands before the last @" + HIDDEN + ": wanted %2F or %40";
    } else if (at >= 0 && login.indexOf(':') < 0) {
      problem =
          "has no colon in what stands before @" + HIDDEN + ": wanted user:password or :password";
    } else {
      problem = nodesProblem(nodes, scheme);
    }
    if (problem == null) {
      problem = scheme.pathProblem(path);
    }
    if (problem != null) {
      setting.problem(problem, scheme == RedisScheme.REDIS ? EXAMPLE : scheme.example());
      return null;
    }
    return new RedisUri(scheme, at >= 0);
  }

  private static @Nullable String nodesProblem(String nodes, RedisScheme scheme) {
    String[] each = COMMA.split(nodes, -1);
    if (each.length > 1 && !scheme.isOfSeveral()) {
      return "names several servers: wanted one, or redis+sentinel:// or redis+cluster://";
    }
    for (String node : each) {
      Matcher parts = NODE.matcher(node);
      if (!parts.matches()) {
        return "has no valid host and port" + HIDDEN;
      }
      String port = parts.group(1);
      if (port != null && port.isEmpty()) {
        return "has a colon after the host but no port";
      }
      if (port != null && (port.length() > 5 || !isPort(Integer.parseInt(port)))) {
        return "has a port outside 1 to 65535";
      }
    }
    return null;
  }

  private static boolean isPort(int number) {
    return number >= 1 && number <= 65_535;
  }
}
