package io.github.ratelimitagent.store.redis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The script that is the buckets in Redis, {@code token_bucket.lua}, and the name that the server
 * gives it. Immutable.
 */
final class BucketScript {
  private static final String RESOURCE = "token_bucket.lua";

  private final byte[] text;

  private BucketScript(byte[] text) {
    this.text = text;
  }

  /** Reads the script from beside this class. */
  static BucketScript load() {
    try (InputStream in = BucketScript.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the jar");
      }
      return of(readAll(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BucketScript of(byte[] text) {
    return new BucketScript(text);
  }

  private static byte[] readAll(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      out.write(buffer, 0, n);
    }
    return out.toByteArray();
  }

  private static byte[] sha1(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  private static byte[] hex(byte[] digest) {
    StringBuilder digits = new StringBuilder(2 * digest.length);
    for (byte b : digest) {
      digits.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
    }
    return digits.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** For EVAL and SCRIPT LOAD. */
  byte[] text() {
    return text.clone();
  }

  /**
   * For EVALSHA: 40 hexadecimal digits, computed each time. The answer to SCRIPT LOAD is cheaper:
   * it needs none of the JDK's cryptography.
   */
  byte[] sha1() {
    return hex(sha1(text));
  }
}
