package io.github.ratelimitagent.testapp.demo;

/** What the bucket held at one moment, refill since its last write included. */
final class Sample {
  final long micros;
  final double tokens;

  Sample(long micros, double tokens) {
    this.micros = micros;
    this.tokens = tokens;
  }
}
