package io.github.ratelimitagent.benchmark.startup;

import java.util.List;

/**
 * An application whose start is measured.
 *
 * @param limit a limit of the configuration that covers a method which it calls while it starts
 * @param command what follows the options of the JVM
 */
record Application(String name, String title, String limit, List<String> command) {}
