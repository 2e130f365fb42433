package io.github.ratelimitagent.testing;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** As much of ASN.1's binary form as a certificate needs: the JDK has no way to make one. */
final class Der {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, join(parts));
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, join(parts));
  }

  static byte[] integer(long value) {
    return tagged(2, BigInteger.valueOf(value).toByteArray());
  }

  static byte[] yes() {
    return new byte[] {1, 1, (byte) 0xff};
  }

  static byte[] text(String text) {
    return tagged(0x0c, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant instant) {
    return tagged(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] bits(byte[] bytes) {
    return tagged(3, join(new byte[] {0}, bytes));
  }

  static byte[] octets(byte[] bytes) {
    return tagged(4, bytes);
  }

  static byte[] oid(String dotted) {
    String[] numbers = dotted.split("\\.");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(40 * Integer.parseInt(numbers[0]) + Integer.parseInt(numbers[1]));
    for (int i = 2; i < numbers.length; i++) {
      int number = Integer.parseInt(numbers[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (number >> shift > 0) {
          bytes.write(0x80 | (number >> shift & 0x7f));
        }
      }
      bytes.write(number & 0x7f);
    }
    return tagged(6, bytes.toByteArray());
  }

  static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(tag);
    if (content.length < 0x80) {
      bytes.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int sign = length[0] == 0 ? 1 : 0;
      bytes.write(0x80 | (length.length - sign));
      bytes.write(length, sign, length.length - sign);
    }
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
