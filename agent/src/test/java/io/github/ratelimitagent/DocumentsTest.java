package io.github.ratelimitagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents say of files and configuration is so. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HOCON =
      Pattern.compile("^( *)```hocon\\n(.*?)^ *```", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Map<String, String> ENVIRONMENT =
      Map.of("REDIS_URI", "redis://localhost:6379");

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
      }
    }
    assertThat(documents).hasSizeGreaterThan(6);
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void links_leadToFilesAndHeadings(Path document) throws IOException {
    Matcher link = LINK.matcher(Files.readString(document));
    while (link.find()) {
      String target = link.group(1);
      if (target.startsWith("http")) {
        continue;
      }
      int hash = target.indexOf('#');
      String file = hash < 0 ? target : target.substring(0, hash);
      Path linked = file.isEmpty() ? document : document.resolveSibling(file);
      assertThat(linked).as("%s in %s", target, document).exists();
      if (hash >= 0) {
        assertThat(anchors(linked))
            .as("%s in %s", target, document)
            .contains(target.substring(hash + 1));
      }
    }
  }

  private static List<String> anchors(Path document) throws IOException {
    return Files.readAllLines(document).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase().replaceAll("[^a-z0-9 -]", ""))
        .map(title -> title.replace(' ', '-'))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void wholeConfigurations_load(Path document, @TempDir Path folder) throws Exception {
    Matcher block = HOCON.matcher(Files.readString(document));
    while (block.find()) {
      String hocon = block.group(2);
      if (hocon.contains("method") && hocon.contains("capacity")) {
        Path file = Files.writeString(folder.resolve("limits.conf"), hocon);
        assertThat(Settings.load(file.toFile(), Map.of(), ENVIRONMENT).limits())
            .as("%s in %s", hocon, document)
            .isNotEmpty();
      }
    }
  }
}
