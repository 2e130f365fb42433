package io.github.ratelimitagent.testing;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Introduces itself as Redis does and answers each run of a script with what no Redis answers: what
 * a wrong port, a gateway or a damaged server may send, and a real one cannot be brought to.
 */
public final class SenselessServer implements AutoCloseable {
  private static final String HELLO =
      "*10\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n7.0.0\r\n$5\r\nproto\r\n:2\r\n"
          + "$4\r\nmode\r\n$10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\nmaster\r\n";

  private final PortListener listener = new PortListener("senseless server");
  private final byte[] answer;
  private final int times;

  private SenselessServer(byte[] answer, int times) {
    this.answer = answer;
    this.times = times;
  }

  /** A server on a free port that answers a script with {@code answer}. */
  public static SenselessServer answering(String answer) {
    return started(new SenselessServer(answer.getBytes(StandardCharsets.UTF_8), 1));
  }

  /** A server whose answer to a script begins with {@code begin} and has no end. */
  public static SenselessServer withoutEnd(String begin) {
    byte[] block = (begin + "x".repeat(1 << 16)).getBytes(StandardCharsets.UTF_8);
    return started(new SenselessServer(block, Integer.MAX_VALUE));
  }

  private static SenselessServer started(SenselessServer server) {
    server.listener.start(server::serve);
    return server;
  }

  public String uri() {
    return "redis://127.0.0.1:" + listener.port();
  }

  private void serve(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
    OutputStream out = client.getOutputStream();
    for (List<String> words = command(in); !words.isEmpty(); words = command(in)) {
      switch (words.get(0).toUpperCase(Locale.ROOT)) {
        case "HELLO" -> out.write(HELLO.getBytes(StandardCharsets.UTF_8));
        case "EVALSHA", "EVAL" -> {
          for (int i = 0; i < times; i++) {
            out.write(answer);
          }
        }
        default -> out.write("+OK\r\n".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** The words of the next command; none at the end. */
  private static List<String> command(DataInputStream in) throws IOException {
    List<String> words = new ArrayList<>();
    String count = line(in);
    for (int i = 0; !count.isEmpty() && i < Integer.parseInt(count.substring(1)); i++) {
      byte[] word = new byte[Integer.parseInt(line(in).substring(1))];
      in.readFully(word);
      line(in);
      words.add(new String(word, StandardCharsets.UTF_8));
    }
    return words;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().trim();
  }

  @Override
  public void close() {
    listener.close();
  }
}
