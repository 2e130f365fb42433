package io.github.ratelimitagent.benchmark.redis;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What one contender did in one round. Latencies are nanoseconds; those of very fast calls are of
 * one call in many.
 */
record Measurement(
    String scenario,
    String contender,
    int fork,
    int round,
    long calls,
    long allowed,
    long failures,
    long nanos,
    ServerStats server,
    double bytesPerBucket,
    Histogram latencies) {
  private static final String MARK = "MEASURED";

  double callsPerSecond() {
    return calls * 1e9 / nanos;
  }

  double percentileMicros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1e3;
  }

  double roundTripsPerCall() {
    return (double) server.reads() / calls;
  }

  double commandsPerCall() {
    return (double) server.commands() / calls;
  }

  double serverMicrosPerCall() {
    return server.cpuMicros() / calls;
  }

  /** One line, for the process that asked. */
  String toLine() {
    ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.rewind();
    buffer.get(bytes);
    return String.join(
        "\t",
        MARK,
        scenario,
        contender,
        String.valueOf(fork),
        String.valueOf(round),
        String.valueOf(calls),
        String.valueOf(allowed),
        String.valueOf(failures),
        String.valueOf(nanos),
        String.valueOf(server.reads()),
        String.valueOf(server.commands()),
        String.valueOf(server.cpuMicros()),
        String.valueOf(bytesPerBucket),
        Base64.getEncoder().encodeToString(bytes));
  }

  static boolean isLine(String line) {
    return line.startsWith(MARK + "\t");
  }

  static Measurement parse(String line) {
    String[] field = line.split("\t", -1);
    byte[] histogram = Base64.getDecoder().decode(field[13]);
    try {
      return new Measurement(
          field[1],
          field[2],
          Integer.parseInt(field[3]),
          Integer.parseInt(field[4]),
          Long.parseLong(field[5]),
          Long.parseLong(field[6]),
          Long.parseLong(field[7]),
          Long.parseLong(field[8]),
          new ServerStats(
              Long.parseLong(field[9]), Long.parseLong(field[10]), Double.parseDouble(field[11])),
          Double.parseDouble(field[12]),
          Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(histogram), 0));
    } catch (DataFormatException broken) {
      throw new IllegalArgumentException("not a measurement: " + line, broken);
    }
  }
}
