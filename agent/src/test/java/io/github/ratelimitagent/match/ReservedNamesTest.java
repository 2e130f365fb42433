package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.UUID",
        "javax.crypto.Cipher",
        "javax.net.ssl.SSLContext",
        "javax.sql.DataSource",
        "javax.xml.bind.JAXB",
        "javax.security.auth.Subject",
        "javax.transaction.xa.XAResource",
        "jdk.internal.net.http.HttpClientImpl",
        "sun.misc.Unsafe",
        "com.sun.net.httpserver.HttpServer",
        "org.w3c.dom.Node"
      })
  void classOfTheJdk_onlyWhenNamedExactly(String name) {
    String simple = name.substring(name.lastIndexOf('.') + 1);
    assertThat(MethodPattern.parse(name + ".a(..)").mayMatchClass(name)).isTrue();
    assertThat(MethodPattern.parse(name + ".a(..)").canNameJdkClass()).isTrue();
    assertThat(MethodPattern.parse(name + "+.a(..)").mayMatchClass(name)).isTrue();
    for (String wildcard :
        new String[] {
          "*", "*..*", "*+", "*.." + simple, name.replace(simple, "*"), "*.." + simple + "+"
        }) {
      MethodPattern pattern = MethodPattern.parse(wildcard + ".a(..)");
      assertThat(pattern.mayMatchClass(name)).as(wildcard).isFalse();
      assertThat(pattern.canNameJdkClass()).as(wildcard).isFalse();
    }
    assertThat(MethodPattern.parse("java.lang.Object+.a(..)").mayMatchClass(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javax.servlet.http.HttpServlet",
        "javax.ws.rs.core.Response",
        "javax.annotation.Resource",
        "javax.transaction.UserTransaction",
        "javax.security.auth.message.AuthStatus",
        "javax.inject.Inject",
        "javafoo.A",
        "jdkfoo.A",
        "com.sunny.A"
      })
  void classBesideTheJdk_wildcardsReachIt(String name) {
    assertThat(MethodPattern.parse("*.a(..)").mayMatchClass(name)).isTrue();
    assertThat(MethodPattern.parse(name + ".a(..)").canNameJdkClass()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.github.ratelimitagent.RateLimitExceededException",
        "io.github.ratelimitagent.match.MethodPattern",
        "io.github.ratelimitagent.testapps.A",
        "java.lang.RateLimitGate",
        "java.lang.RateLimitGate$Handler"
      })
  void classOfTheAgent_never(String name) {
    for (String type : new String[] {name, name + "+", "*", "io.github..*"}) {
      assertThat(MethodPattern.parse(type + ".a(..)").mayMatchClass(name)).as(type).isFalse();
    }
    assertThat(MethodPattern.parse(name + ".a(..)").canNameJdkClass()).isFalse();
  }

  @Test
  void testApplications_areNotTheAgent() {
    String name = "io.github.ratelimitagent.testapp.Worker";
    assertThat(MethodPattern.parse(name + ".a(..)").mayMatchClass(name)).isTrue();
    assertThat(MethodPattern.parse("io.github..*.a(..)").mayMatchClass(name)).isTrue();
  }
}
