package io.github.ratelimitagent.config;

import java.util.regex.Pattern;

/** How a value is shown in a message: quoted, short, on one line, without secrets. */
public final class Shown {
  static final int LONGEST = 60;

  // greedy: a password may itself hold an @; a name of a file has lost the second slash
  private static final Pattern USER_INFO =
      Pattern.compile("(://|\\brediss?(?:\\+[a-z]+)?:/?(?!/))\\S*@");

  private Shown() {}

  static String text(String value) {
    String shown = withoutSecret(value);
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < Math.min(shown.length(), LONGEST); i++) {
      char c = shown.charAt(i);
      text.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
    }
    return text.append(shown.length() > LONGEST ? "...\"" : "\"").toString();
  }

  /** A value alone may hide more than within a sentence: a password can hold blanks. */
  private static String withoutSecret(String value) {
    int scheme = value.indexOf("://");
    int at = value.lastIndexOf('@');
    return scheme >= 0 && at > scheme
        ? value.substring(0, scheme) + "://***" + value.substring(at)
        : withoutUserInfo(value);
  }

  /** A sentence without what stands before the host in the addresses in it. */
  public static String withoutUserInfo(String text) {
    return USER_INFO.matcher(text).replaceAll("$1***@");
  }
}
