package io.github.ratelimitagent.store.redis;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trusts as another does, and says for an operator why it does not. */
final class TlsTrust extends X509ExtendedTrustManager {
  private static final int MOST_NAMES = 5;

  private final X509ExtendedTrustManager trust;
  private final HostPort address;
  private final String authorities;

  /**
   * @param authorities whom {@code trust} trusts, for messages
   */
  TlsTrust(X509ExtendedTrustManager trust, HostPort address, String authorities) {
    this.trust = trust;
    this.address = address;
    this.authorities = authorities;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    try {
      trust.checkServerTrusted(chain, type, socket);
    } catch (CertificateException e) {
      throw new Refused(reason(chain, type), e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    trust.checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    trust.checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("only a client");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("only a client");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("only a client");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.getAcceptedIssuers();
  }

  private String reason(X509Certificate[] chain, String type) {
    try {
      trust.checkServerTrusted(chain, type);
    } catch (CertificateException e) {
      return untrusted(chain);
    }
    // without the host name it would do
    return "the server's certificate is for "
        + names(chain[0])
        + ", not for "
        + address.host()
        + "; write one of its names into uri, or tls-verify-hostname = false";
  }

  private String untrusted(X509Certificate[] chain) {
    for (X509Certificate certificate : chain) {
      String whose =
          certificate == chain[0] ? "the server's certificate" : "one of its authorities";
      try {
        certificate.checkValidity();
      } catch (CertificateExpiredException e) {
        return whose + " has expired on " + certificate.getNotAfter().toInstant();
      } catch (CertificateNotYetValidException e) {
        return whose
            + " is not valid before "
            + certificate.getNotBefore().toInstant()
            + "; is this machine's clock right?";
      }
    }
    return "the server's certificate is from an authority that is not trusted, \""
        + chain[chain.length - 1].getIssuerX500Principal().getName()
        + "\"; trusted are "
        + authorities;
  }

  private static String names(X509Certificate certificate) {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> alternative : alternatives) {
          if (names.size() < MOST_NAMES && alternative.get(1) instanceof String) {
            names.add((String) alternative.get(1));
          }
        }
      }
    } catch (CertificateParsingException e) {
      // then it has none that counts
    }
    return names.isEmpty()
        ? "\"" + certificate.getSubjectX500Principal().getName() + "\""
        : String.join(", ", names);
  }

  /** The message is for the operator. */
  static final class Refused extends CertificateException {
    private static final long serialVersionUID = 1L;

    Refused(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
