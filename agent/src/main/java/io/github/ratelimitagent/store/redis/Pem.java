package io.github.ratelimitagent.store.redis;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One block of a PEM file, such as a certificate. */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final int JAVA_KEY_STORE = 0xfe;
  private static final int DER_SEQUENCE = 0x30;

  private final String label;
  private final String base64;

  private Pem(String label, String base64) {
    this.label = label;
    this.base64 = base64;
  }

  /** The blocks of a file, at least one. */
  static List<Pem> blocks(String setting, File file, byte[] bytes) throws RedisFailure {
    List<Pem> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    while (block.find()) {
      blocks.add(new Pem(block.group(1), block.group(2)));
    }
    if (blocks.isEmpty()) {
      throw SmallFile.fault(setting, file, "is not PEM" + advice(file, bytes[0] & 0xff));
    }
    return blocks;
  }

  /** What the block is, such as {@code CERTIFICATE}. */
  String label() {
    return label;
  }

  byte[] bytes() {
    return Base64.getMimeDecoder().decode(base64);
  }

  private static String advice(File file, int first) {
    switch (first) {
      case DER_SEQUENCE:
        return " but binary; convert a certificate with openssl x509 -inform der -in "
            + file
            + " -out new.pem, a PKCS#12 store with openssl pkcs12 -nodes -in "
            + file
            + " -out new.pem";
      case JAVA_KEY_STORE:
        return " but a Java key store; convert it with keytool -importkeystore -deststoretype"
            + " pkcs12 -srckeystore "
            + file
            + " -destkeystore new.p12, then openssl pkcs12 -nodes -in new.p12 -out new.pem";
      default:
        return ": it has no -----BEGIN ...----- with an end";
    }
  }
}
