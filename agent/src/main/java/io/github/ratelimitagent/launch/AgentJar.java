package io.github.ratelimitagent.launch;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;

/** The jar that this class came from. */
final class AgentJar {
  private AgentJar() {}

  static File locate() {
    CodeSource source = AgentJar.class.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null) {
      throw new IllegalStateException("the agent's own jar cannot be located");
    }
    try {
      return new File(location.toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      // a location with unescaped spaces, as some launchers make
      return new File(location.getPath());
    }
  }
}
