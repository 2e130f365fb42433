package io.github.ratelimitagent.instrument;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Defines one copy of {@link Probe} that the JVM offers to the weaver like any other class. */
final class ProbeLoader extends ClassLoader {
  static final String PROBE = Probe.class.getName();

  ProbeLoader() {
    super(Probe.class.getClassLoader());
  }

  /** Calls a newly loaded probe once. */
  void fire() throws ReflectiveOperationException, IOException {
    byte[] bytes = bytes();
    Class<?> probe = defineClass(PROBE, bytes, 0, bytes.length);
    ((Runnable) probe.getConstructor().newInstance()).run();
  }

  private static byte[] bytes() throws IOException {
    String resource = PROBE.replace('.', '/') + ".class";
    try (InputStream in = Probe.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException(resource + " is not in the agent's jar");
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[2048];
      for (int n; (n = in.read(buffer)) > 0; ) {
        out.write(buffer, 0, n);
      }
      return out.toByteArray();
    }
  }
}
