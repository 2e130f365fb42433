package io.github.ratelimitagent.config;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file and its text. Read with {@code java.io} only: NIO's file systems must not be initialized
 * before the application's main. For one thread.
 */
final class FileText {
  /** Room for thousands of limits; a file above it was named by mistake. */
  static final int MAX_BYTES = 1 << 20;

  private final File file;
  private final String text;
  private @Nullable List<String> lines;
  private @Nullable Openings openings;

  private FileText(File file, String text) {
    this.file = file;
    this.text = text;
  }

  File file() {
    return file;
  }

  String text() {
    return text;
  }

  List<String> lines() {
    if (lines == null) {
      lines = Arrays.asList(text.split("\n", -1));
    }
    return lines;
  }

  List<Integer> linesThatOpen(String name) {
    return openings().of(name);
  }

  int orderOf(String name) {
    return openings().order(name);
  }

  /** The line of a brace that is not closed; 0 if there is none. */
  int notClosed() {
    return openings().notClosed();
  }

  private Openings openings() {
    if (openings == null) {
      openings = new Openings(text);
    }
    return openings;
  }

  static FileText read(File file) throws FaultException {
    if (!file.exists()) {
      throw fault(
          file, 0, "does not exist", "looked at " + file.getAbsolutePath() + "; name another file");
    }
    if (file.isDirectory()) {
      throw fault(file, 0, "is a directory: wanted a file", "name the file in it");
    }
    if (!file.isFile() && !isOpenAlready(file)) {
      throw fault(
          file,
          0,
          "is a pipe or a device, which may keep a reader waiting: wanted a file",
          "write what it gives into a file, and name that");
    }
    return new FileText(file, decode(file, bytes(file)));
  }

  /** Such as {@code <(command)} of a shell: the other end is there, and nobody waits for one. */
  private static boolean isOpenAlready(File file) {
    String path = file.getPath();
    return path.startsWith("/dev/fd/")
        || path.startsWith("/proc/self/fd/")
        || path.equals("/dev/stdin");
  }

  private static byte[] bytes(File file) throws FaultException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = new FileInputStream(file)) {
      byte[] chunk = new byte[8192];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        bytes.write(chunk, 0, n);
        if (bytes.size() > MAX_BYTES) {
          throw fault(
              file,
              0,
              "is larger than " + MAX_BYTES / 1024 + " KiB: wanted a configuration",
              "check that the right file is named; large ones can include others");
        }
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw fault(file, 0, "cannot be read", "check that the application's user may read the file");
    }
  }

  private static String decode(File file, byte[] bytes) throws FaultException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(in, out, true);
    int line = 1;
    for (int i = 0; i < in.position(); i++) {
      if (bytes[i] == '\n') {
        line++;
      } else if (bytes[i] == 0) {
        throw fault(file, line, "holds a zero byte: wanted text in UTF-8", "save it as UTF-8");
      }
    }
    if (result.isError()) {
      throw fault(
          file,
          line,
          "is not UTF-8: byte " + (in.position() + 1) + " begins no character",
          "save the file as UTF-8");
    }
    out.flip();
    return out.toString();
  }

  private static FaultException fault(File file, int line, String problem, String advice) {
    return new FaultException(
        new Problem(
            Place.inFile(0, file.getPath(), line), "the configuration file " + problem, advice));
  }
}
