package io.github.ratelimitagent.store.redis;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The client's certificate for one handshake, which it is shown in whatever authorities the server
 * names: the server's refusal says more than a certificate kept back.
 */
final class TlsIdentity extends X509ExtendedKeyManager {
  private static final String ALIAS = "client";

  private final X509Certificate @Nullable [] chain;
  private final @Nullable PrivateKey key;
  private volatile boolean asked;

  /** With nulls, none is shown. */
  TlsIdentity(X509Certificate @Nullable [] chain, @Nullable PrivateKey key) {
    this.chain = chain;
    this.key = key;
  }

  /** Whether the server has asked for a certificate. */
  boolean isAskedFor() {
    return asked;
  }

  boolean isPresent() {
    return key != null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    asked = true;
    return key != null && Arrays.asList(keyTypes).contains(key.getAlgorithm()) ? ALIAS : null;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
    return chain == null ? null : chain.clone();
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
    return key;
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return key == null ? null : new String[] {ALIAS};
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }
}
