package io.github.ratelimitagent.store.redis;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Reads the private key of a PEM file, PKCS#8, encrypted or not. */
final class TlsKey {
  private static final String SETTING = "tls-key";
  private static final String[][] ALGORITHMS = {
    {"RSA", "SHA256withRSA"},
    {"EC", "SHA256withECDSA"},
    {"DSA", "SHA256withDSA"},
    {"EdDSA", "EdDSA"}
  };

  private TlsKey() {}

  static PrivateKey of(File file, byte[] bytes, @Nullable String password) throws RedisFailure {
    for (Pem block : Pem.blocks(SETTING, file, bytes)) {
      if (block.label().equals("PRIVATE KEY")) {
        return key(file, block.bytes());
      }
      if (block.label().equals("ENCRYPTED PRIVATE KEY")) {
        return key(file, decrypted(file, block.bytes(), password));
      }
      if (block.label().endsWith("PRIVATE KEY")) {
        throw SmallFile.fault(
            SETTING,
            file,
            "is not PKCS#8 but "
                + block.label()
                + "; convert it with openssl pkcs8 -topk8 -nodes -in "
                + file
                + " -out new.pem");
      }
    }
    throw SmallFile.fault(SETTING, file, "holds no private key (-----BEGIN PRIVATE KEY-----)");
  }

  /** Whether what one signs is verified by the other; true where that cannot be found out. */
  static boolean isPair(PrivateKey key, PublicKey certified) {
    if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
      return false;
    }
    for (String[] algorithm : ALGORITHMS) {
      if (algorithm[0].equals(key.getAlgorithm())) {
        return isPair(key, certified, algorithm[1]);
      }
    }
    return true;
  }

  private static boolean isPair(PrivateKey key, PublicKey certified, String algorithm) {
    try {
      byte[] text = {1, 2, 3};
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static PrivateKey key(File file, byte[] pkcs8) throws RedisFailure {
    for (String[] algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm[0]).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (InvalidKeySpecException e) {
        // of another algorithm
      } catch (GeneralSecurityException e) {
        // this JVM does not know the algorithm
      }
    }
    throw SmallFile.fault(
        SETTING, file, "has a key that this JVM cannot read; RSA and EC keys are known everywhere");
  }

  private static byte[] decrypted(File file, byte[] bytes, @Nullable String password)
      throws RedisFailure {
    if (password == null) {
      throw SmallFile.fault(SETTING, file, "is encrypted: write tls-key-password too");
    }
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(bytes);
      // for PBES2 the name of the algorithm leaves out what its parameters say
      String algorithm =
          info.getAlgName().startsWith("PBEWith")
              ? info.getAlgName()
              : String.valueOf(info.getAlgParameters());
      PBEKeySpec spec = new PBEKeySpec(password.toCharArray());
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm).generateSecret(spec),
          info.getAlgParameters());
      return info.getKeySpec(cipher).getEncoded();
    } catch (GeneralSecurityException | IOException e) {
      throw SmallFile.fault(
          SETTING,
          file,
          "cannot be decrypted: tls-key-password is not its password, or this JVM does not know"
              + " the encryption; openssl pkcs8 -topk8 -v2 aes-256-cbc writes a common one");
    }
  }
}
