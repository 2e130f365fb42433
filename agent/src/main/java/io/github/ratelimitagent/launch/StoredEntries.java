package io.github.ratelimitagent.launch;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a jar that are not compressed, read straight from the file: {@link JarFile} takes
 * a tenth of a millisecond for each while the JVM starts, which is a quarter of the agent's start.
 *
 * <p>Knows the plain form of a jar only (PKWARE's APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16). What else
 * there is, compressed entries, comments and very large jars, it does not have. Safe for many
 * threads; blocks for the file.
 */
final class StoredEntries {
  private static final int END = 0x06054b50;
  private static final int END_LENGTH = 22;
  private static final int CENTRAL = 0x02014b50;
  private static final int CENTRAL_LENGTH = 46;
  private static final int LOCAL = 0x04034b50;
  private static final int LOCAL_LENGTH = 30;
  private static final int STORED = 0;

  private final RandomAccessFile file;

  /** Where an entry begins, and in the lower half its size. */
  private final Map<String, Long> places;

  private StoredEntries(RandomAccessFile file, Map<String, Long> places) {
    this.file = file;
    this.places = places;
  }

  /** Opens the jar, for good. */
  static StoredEntries of(File jar) throws IOException {
    RandomAccessFile file = new RandomAccessFile(jar, "r");
    return new StoredEntries(file, places(file));
  }

  private static Map<String, Long> places(RandomAccessFile file) throws IOException {
    if (file.length() < END_LENGTH) {
      return Collections.emptyMap();
    }
    byte[] end = bytes(file, file.length() - END_LENGTH, END_LENGTH);
    int length = number(end, 12);
    int from = number(end, 16);
    if (number(end, 0) != END || from < 0 || from + (long) length + END_LENGTH != file.length()) {
      return Collections.emptyMap();
    }
    // with room for all: growing costs the start a millisecond
    Map<String, Long> places = new HashMap<>(2 * half(end, 10));
    byte[] directory = bytes(file, from, length);
    int at = 0;
    while (at + CENTRAL_LENGTH <= length && number(directory, at) == CENTRAL) {
      int nameLength = half(directory, at + 28);
      int next = at + CENTRAL_LENGTH + nameLength;
      int size = number(directory, at + 24);
      int place = number(directory, at + 42);
      if (half(directory, at + 10) == STORED && size >= 0 && place >= 0 && next <= length) {
        String name =
            new String(directory, at + CENTRAL_LENGTH, nameLength, StandardCharsets.ISO_8859_1);
        places.put(name, ((long) place << 32) + size);
      }
      at = next + half(directory, at + 30) + half(directory, at + 32);
    }
    return places;
  }

  /**
   * The bytes of an entry; null when there is none of this name, or not in the plain form.
   *
   * @param name of ASCII characters
   */
  byte @Nullable [] read(String name) throws IOException {
    Long place = places.get(name);
    if (place == null) {
      return null;
    }
    synchronized (file) {
      long from = place >> 32;
      int size = place.intValue();
      int start = LOCAL_LENGTH + name.length();
      // at once, for most entries have nothing between their name and their content
      byte[] entry = bytes(file, from, start + size);
      if (number(entry, 0) != LOCAL || half(entry, 26) != name.length()) {
        throw new IOException("no entry " + name + " at " + from);
      }
      int extra = half(entry, 28);
      return extra == 0
          ? Arrays.copyOfRange(entry, start, start + size)
          : bytes(file, from + start + extra, size);
    }
  }

  private static byte[] bytes(RandomAccessFile file, long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.seek(from);
    file.readFully(bytes);
    return bytes;
  }

  private static int number(byte[] bytes, int at) {
    return half(bytes, at) | half(bytes, at + 2) << 16;
  }

  private static int half(byte[] bytes, int at) {
    return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
  }
}
