package io.github.ratelimitagent.limit.template;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The rules that make a rendered text a key: braces of values encoded, length bounded. */
final class KeyText {
  static final int MAX_BYTES = 256;
  private static final int KEPT_BYTES = 190;
  private static final int MAX_BYTES_PER_CHAR = 3;
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private KeyText() {}

  /** The value with its braces percent-encoded, so that it cannot choose a Cluster hash slot. */
  static String encodeBraces(String value) {
    if (value.indexOf('{') < 0 && value.indexOf('}') < 0) {
      return value;
    }
    return value.replace("{", "%7B").replace("}", "%7D");
  }

  /**
   * The text itself up to {@link #MAX_BYTES} in UTF-8; a longer one as its start and a hash. Halves
   * of characters, which have no form in UTF-8, become {@code ?}: keys that are the same there are
   * the same text.
   */
  static String bounded(String key) {
    String text = encodable(key);
    // the cheap test first: nearly every key passes it
    if (text.length() <= MAX_BYTES / MAX_BYTES_PER_CHAR
        || charsWithin(text, MAX_BYTES) == text.length()) {
      return text;
    }
    StringBuilder bounded = new StringBuilder(MAX_BYTES);
    bounded.append(text, 0, charsWithin(text, KEPT_BYTES)).append('~');
    for (byte b : sha256(text)) {
      bounded.append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
    }
    return bounded.toString();
  }

  private static String encodable(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (!Character.isSurrogate(text.charAt(at))) {
        continue;
      }
      if (Character.isSupplementaryCodePoint(text.codePointAt(at))) {
        at++;
      } else {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      }
    }
    return text;
  }

  /** How many chars from the start, whole characters only, take at most that many bytes. */
  private static int charsWithin(String text, int bytes) {
    int used = 0;
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      used += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (used > bytes) {
        break;
      }
      at += Character.charCount(c);
    }
    return at;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
