package io.github.ratelimitagent.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredEntriesTest {
  private static final byte[] TEXT = "some bytes".getBytes(UTF_8);

  @TempDir private Path folder;

  private File jar(ZipWork work) throws IOException {
    Path jar = folder.resolve("a.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      work.on(zip);
    }
    return jar.toFile();
  }

  private interface ZipWork {
    void on(ZipOutputStream zip) throws IOException;
  }

  private static ZipEntry stored(String name, byte[] bytes) {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    entry.setCrc(sum.getValue());
    return entry;
  }

  private static void put(ZipOutputStream zip, ZipEntry entry, byte[] bytes) throws IOException {
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  @Test
  void stored_isReadWhateverStandsAroundIt() throws IOException {
    byte[] large = new byte[100_000];
    large[99_999] = 7;
    ZipEntry extra = stored("with/extra", TEXT);
    extra.setExtra(new byte[] {1, 0, 2, 0, 9, 9});
    extra.setComment("of this entry");
    File jar =
        jar(
            zip -> {
              put(zip, stored("empty", new byte[0]), new byte[0]);
              put(zip, new ZipEntry("compressed"), large);
              put(zip, extra, TEXT);
              put(zip, stored("large", large), large);
            });

    StoredEntries entries = StoredEntries.of(jar);

    assertThat(entries.read("empty")).isEmpty();
    assertThat(entries.read("with/extra")).isEqualTo(TEXT);
    assertThat(entries.read("large")).isEqualTo(large);
    assertThat(entries.read("compressed")).isNull();
    assertThat(entries.read("absent")).isNull();
  }

  @Test
  void anyOtherForm_hasNothing() throws IOException {
    File commented =
        jar(
            zip -> {
              zip.setComment("of the jar");
              put(zip, stored("a", TEXT), TEXT);
            });
    assertThat(StoredEntries.of(commented).read("a")).isNull();
    assertThat(StoredEntries.of(jar(zip -> {})).read("a")).isNull();

    File noJar = Files.write(folder.resolve("b.jar"), TEXT).toFile();
    assertThat(StoredEntries.of(noJar).read("a")).isNull();
    // something in front, as launch scripts have: all places are further on than they say
    Path plain = jar(zip -> put(zip, stored("a", TEXT), TEXT)).toPath();
    Path script = folder.resolve("c.jar");
    Files.write(script, TEXT);
    Files.write(script, Files.readAllBytes(plain), StandardOpenOption.APPEND);
    assertThat(StoredEntries.of(script.toFile()).read("a")).isNull();
  }

  @Test
  void replacedWhileItIsOpen_isSaidAndNotReadAsSomethingElse() throws IOException {
    File jar = jar(zip -> put(zip, stored("a", TEXT), TEXT));
    StoredEntries entries = StoredEntries.of(jar);

    Files.write(jar.toPath(), new byte[500]);

    assertThatThrownBy(() -> entries.read("a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no entry a");
  }
}
