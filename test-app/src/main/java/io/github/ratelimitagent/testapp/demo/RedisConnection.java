package io.github.ratelimitagent.testapp.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A plain connection to Redis, so that the demo sees what is there without the agent's code. Every
 * reply is a list of strings: a single value is a list of one, a missing one is null. Blocks for at
 * most two seconds. For one thread at a time.
 */
final class RedisConnection implements Closeable {
  private static final int TIMEOUT_MILLIS = 2_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  RedisConnection(RedisUri uri) throws IOException {
    socket = connect(uri);
    in = new BufferedInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream());
    try {
      introduce(uri);
    } catch (IOException refused) {
      socket.close();
      throw refused;
    }
  }

  private static Socket connect(RedisUri uri) throws IOException {
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(uri.host, uri.port), TIMEOUT_MILLIS);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      plain.setTcpNoDelay(true);
      if (!uri.tls) {
        return plain;
      }
      SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
      return tls.createSocket(plain, uri.host, uri.port, true);
    } catch (IOException failed) {
      plain.close();
      throw failed;
    }
  }

  private void introduce(RedisUri uri) throws IOException {
    if (!uri.password.isEmpty() && uri.user.isEmpty()) {
      call("AUTH", uri.password);
    } else if (!uri.password.isEmpty()) {
      call("AUTH", uri.user, uri.password);
    }
    if (uri.database != 0) {
      call("SELECT", String.valueOf(uri.database));
    }
  }

  /** Sends one command and waits for its reply; an error reply is an IOException. */
  List<@Nullable String> call(String... command) throws IOException {
    send(command);
    return receive();
  }

  /** Sends one command; its reply is for the next {@link #receive()}. */
  void send(String... command) throws IOException {
    write("*" + command.length);
    for (String argument : command) {
      write("$" + argument.getBytes(UTF_8).length);
      write(argument);
    }
  }

  private void write(String line) throws IOException {
    out.write((line + "\r\n").getBytes(UTF_8));
  }

  List<@Nullable String> receive() throws IOException {
    out.flush();
    List<@Nullable String> reply = new ArrayList<>();
    read(reply);
    return Collections.unmodifiableList(reply);
  }

  private void read(List<@Nullable String> reply) throws IOException {
    String line = readLine();
    String rest = line.substring(1);
    switch (line.charAt(0)) {
      case '+':
      case ':':
        reply.add(rest);
        break;
      case '$':
        int length = Integer.parseInt(rest);
        reply.add(length < 0 ? null : readBulk(length));
        break;
      case '*':
        for (int left = Integer.parseInt(rest); left > 0; left--) {
          read(reply);
        }
        break;
      default:
        throw new IOException("Redis answered: " + rest);
    }
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("Redis closed the connection");
      }
      line.append((char) c);
    }
    if (in.read() != '\n' || line.length() == 0) {
      throw new IOException("this is not a Redis");
    }
    return line.toString();
  }

  private String readBulk(int length) throws IOException {
    byte[] bytes = new byte[length + 2]; // and the line end
    for (int at = 0; at < bytes.length; ) {
      int read = in.read(bytes, at, bytes.length - at);
      if (read < 0) {
        throw new EOFException("Redis closed the connection");
      }
      at += read;
    }
    return new String(bytes, 0, length, UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
