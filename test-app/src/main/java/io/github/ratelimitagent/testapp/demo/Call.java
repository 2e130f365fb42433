package io.github.ratelimitagent.testapp.demo;

import org.jspecify.annotations.Nullable;

/** One call of a worker, as the worker printed it. Times are microseconds of the wall clock. */
final class Call {
  final int worker;
  final long startMicros;
  final long endMicros;
  final boolean granted;

  /** The exception that the call ended with, empty when it was granted. */
  final String rejection;

  Call(int worker, long startMicros, long endMicros, boolean granted, String rejection) {
    this.worker = worker;
    this.startMicros = startMicros;
    this.endMicros = endMicros;
    this.granted = granted;
    this.rejection = rejection;
  }

  /** Reads a line of a worker's output; null when the line does not describe a call. */
  static @Nullable Call parse(int worker, String line) {
    String[] parts = line.split(" ", 5);
    if (parts.length < 4 || !parts[0].equals("call")) {
      return null;
    }
    try {
      return new Call(
          worker,
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          parts[3].equals("allowed"),
          parts.length == 5 ? parts[4] : "");
    } catch (NumberFormatException notOurs) {
      return null;
    }
  }
}
