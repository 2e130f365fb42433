package io.github.ratelimitagent.limit.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Classes compiled by a test, so that they can come from a loader of their own. */
final class Compiled {
  private final Path classes;

  private Compiled(Path classes) {
    this.classes = classes;
  }

  /** Compiles sources, given by file name, below {@code folder}. */
  static Compiled of(Path folder, Map<String, String> sources) throws IOException {
    Path classes = folder.resolve("classes");
    List<String> arguments =
        new ArrayList<>(List.of("-d", classes.toString(), "-proc:none", "-parameters"));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve("src").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    if (failed != 0) {
      throw new IllegalArgumentException("does not compile");
    }
    return new Compiled(classes);
  }

  Path classes() {
    return classes;
  }

  /** A new loader of the classes that sees the JDK besides. */
  URLClassLoader loader() {
    return loader(ClassLoader.getPlatformClassLoader());
  }

  URLClassLoader loader(ClassLoader parent) {
    try {
      return new URLClassLoader(new URL[] {classes.toUri().toURL()}, parent);
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Object create(ClassLoader loader, String className) throws ReflectiveOperationException {
    var constructor = loader.loadClass(className).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
