package io.github.ratelimitagent.benchmark.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.testapp.benchmark.GeneratedApplication;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedClassesTest {
  @TempDir Path directory;

  @Test
  void writeJar_everyClass_runs() throws Exception {
    URL jar = GeneratedClasses.writeJar(directory, GeneratedApplication.class).toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null)) {
      int last = GeneratedClasses.CLASSES - 1;

      IntUnaryOperator created =
          GeneratedApplication.create(loader, GeneratedClasses.PACKAGE, last);

      assertThat(created.applyAsInt(2)).isEqualTo(2 + "m0 of com/example/app/C1999".length());
      assertThat(created.getClass().getMethod("m4", int.class)).isNotNull();
      assertThat(loader.loadClass(GeneratedApplication.class.getName())).isNotNull();
    }
  }

  @Test
  void writeLimits_tenThousand_fitsIntoOneConfigurationFile() throws Exception {
    Path conf = GeneratedClasses.writeLimits(directory, "many", 10_000, "");

    assertThat(Files.size(conf)).isLessThan(1 << 20);
    assertThat(Files.readString(conf)).contains("C0.m0(int)").contains("C1999.m4(int)");
  }
}
