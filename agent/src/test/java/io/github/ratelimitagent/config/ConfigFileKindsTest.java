package io.github.ratelimitagent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What stands where the configuration file should: nothing, a folder, a pipe, no permission. */
class ConfigFileKindsTest {
  @TempDir Path folder;

  private static void load(Path file) throws ConfigException {
    Settings.load(file.toFile(), Map.of(), Map.of());
  }

  @Test
  void file_missing_isReported() {
    Path file = folder.resolve("none.conf");
    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            file
                + ": 1 problem\n"
                + file
                + ": the configuration file does not exist\n    looked at "
                + file
                + "; name another file");
  }

  @Test
  void file_directory_isReported() {
    assertThatThrownBy(() -> load(folder))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is a directory: wanted a file");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void file_pipeOrDevice_isReportedAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe.conf");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Path file : List.of(pipe, Path.of("/dev/zero"))) {
      assertThatThrownBy(() -> load(file))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(
              file + ": the configuration file is a pipe or a device, which may keep a reader")
          .hasMessageContaining("write what it gives into a file, and name that");
    }
    assertThat(ConfigText.of(folder, "include \"pipe.conf\"").problem())
        .startsWith("limits.conf:1: includes \"pipe.conf\", which is a pipe or a device");
  }

  /** What a shell makes of {@code <(command)}. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void file_thatIsOpenAlready_isRead() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "exec \"$0\" -cp \"$1\" \"$2\" <(echo 'ratelimit.limits {}')",
                java,
                System.getProperty("java.class.path"),
                Reader.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("0 limits");
  }

  /** Reads the file of its argument in a JVM of its own. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws ConfigException {
      Settings settings = Settings.load(new File(arguments[0]), Map.of(), Map.of());
      System.out.print(settings.limits().size() + " limits");
    }
  }

  /** A file that even root cannot read. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void file_unreadable_isReported() {
    assertThatThrownBy(() -> load(Path.of("/proc/self/mem")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the configuration file cannot be read")
        .hasMessageContaining("check that the application's user may read the file");
  }
}
