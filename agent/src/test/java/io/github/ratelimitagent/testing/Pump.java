package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes on what one socket receives to another: one thread reads, so that it knows when a piece
 * has come, and one writes. Both sockets are reset when either ends.
 */
final class Pump {
  /** What has come at one moment. */
  record Piece(byte[] bytes, long readNanos) {}

  /** How a piece is passed on; false ends the connection. */
  interface Forward {
    boolean forward(Piece piece, OutputStream out) throws IOException, InterruptedException;
  }

  private static final int BUFFER = 16 * 1024;
  private static final Piece END = new Piece(new byte[0], 0);

  private final Socket from;
  private final Socket to;
  private final Forward forward;
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

  Pump(Socket from, Socket to, Forward forward) {
    this.from = from;
    this.to = to;
    this.forward = forward;
  }

  void read() {
    try {
      byte[] buffer = new byte[BUFFER];
      InputStream in = from.getInputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        pieces.add(new Piece(Arrays.copyOf(buffer, length), System.nanoTime()));
      }
    } catch (IOException e) {
      // either side has gone
    } finally {
      pieces.add(END);
    }
  }

  void write() {
    try {
      OutputStream out = to.getOutputStream();
      Piece piece = pieces.take();
      while (piece != END && forward.forward(piece, out)) {
        piece = pieces.take();
      }
    } catch (IOException e) {
      // either side has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      PortListener.reset(from);
      PortListener.reset(to);
    }
  }
}
