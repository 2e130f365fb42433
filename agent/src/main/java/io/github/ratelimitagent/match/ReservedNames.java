package io.github.ratelimitagent.match;

/** Class names that wildcards never reach: those of the JDK, and the agent's own. */
final class ReservedNames {
  private static final String AGENT = "io.github.ratelimitagent.";
  private static final String TEST_APPLICATIONS = AGENT + "testapp.";
  private static final String GATE = "java.lang.RateLimitGate";

  private static final String[] JDK = {
    "java.",
    "jdk.",
    "sun.",
    "com.sun.",
    "org.w3c.dom.",
    "org.xml.sax.",
    "org.ietf.jgss.",
    "org.omg.",
    "org.jcp.xml.dsig.internal.",
    "netscape.javascript."
  };

  /**
   * Under javax, the JDK's packages stand beside those of Java EE, which are applications' code.
   */
  private static final String[] JDK_JAVAX = {
    "accessibility.",
    "activation.",
    "activity.",
    "annotation.processing.",
    "crypto.",
    "imageio.",
    "jws.",
    "lang.model.",
    "management.",
    "naming.",
    "net.",
    "print.",
    "rmi.",
    "script.",
    "security.auth.",
    "security.cert.",
    "security.sasl.",
    "smartcardio.",
    "sound.",
    "sql.",
    "swing.",
    "tools.",
    "transaction.xa.",
    "xml."
  };

  private static final String JAVAX = "javax.";
  private static final String JAVA_EE_AUTHENTICATION = "javax.security.auth.message.";

  private ReservedNames() {}

  /** Whether it is a class of the agent, which never limits itself. */
  static boolean isAgent(String name) {
    return name.startsWith(AGENT)
        ? !name.startsWith(TEST_APPLICATIONS)
        : name.startsWith(GATE)
            && (name.length() == GATE.length() || name.charAt(GATE.length()) == '$');
  }

  /** Whether it is in a package that is the JDK's in any version from 8 on. */
  static boolean isJdk(String name) {
    if (name.startsWith(JAVAX)) {
      return startsWithAny(name, JAVAX.length(), JDK_JAVAX)
          && !name.startsWith(JAVA_EE_AUTHENTICATION);
    }
    return startsWithAny(name, 0, JDK);
  }

  private static boolean startsWithAny(String name, int from, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix, from)) {
        return true;
      }
    }
    return false;
  }
}
