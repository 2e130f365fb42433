package io.github.ratelimitagent.benchmark;

import java.nio.file.Path;
import java.util.List;

/** A page of figures, and what about them cannot be true. */
public record Outcome(Path page, List<String> faults) {}
