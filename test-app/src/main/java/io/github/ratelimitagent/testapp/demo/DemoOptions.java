package io.github.ratelimitagent.testapp.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What the user asked for. */
final class DemoOptions {
  static final String HELP =
      String.join(
          System.lineSeparator(),
          "usage: demo [options]",
          "",
          "Starts a Redis and several JVMs of an application which knows nothing of rate limits,",
          "attaches the agent to each, and shows that together they get what one bucket gives.",
          "",
          "  --redis URI      use this Redis, 6.2 or newer, instead of the bundled one ($REDIS_URI)",
          "  --workers N      JVMs to start (3)",
          "  --calls N        calls that each of them makes, 0.1 s apart (30)",
          "  --svg FILE       where to draw the plot (target/demo/plot.svg)",
          "  --without-agent  what happens without a limit",
          "  --help           this text",
          "",
          "environment: DEMO_JAVA  the command that runs the JVMs, with arguments if need be",
          "             NO_COLOR   set to anything: no colours",
          "",
          "exit status: 0 right, 1 too many or too few calls were granted, 2 could not be run");

  boolean help;
  boolean attached = true;
  @Nullable String redisUri;
  @Nullable String svg;
  int workers = 3;
  int calls = 30;

  /** The jar of the agent. */
  final String agentJar;

  /** Where the demo leaves its files. */
  final String directory;

  /** The command that runs the JVMs of the application. */
  final List<String> java;

  private DemoOptions(Map<String, String> environment, Properties properties) {
    redisUri = blankToNull(environment.get("REDIS_URI"));
    agentJar = properties.getProperty("ratelimit.agent.jar", "agent/target/ratelimit-agent.jar");
    directory = properties.getProperty("demo.directory", "target/demo");
    String command = blankToNull(environment.get("DEMO_JAVA"));
    java =
        command == null
            ? Collections.singletonList(properties.getProperty("java.home") + "/bin/java")
            : Arrays.asList(command.trim().split("\\s+"));
  }

  static DemoOptions parse(
      List<String> arguments, Map<String, String> environment, Properties properties)
      throws CannotRunException {
    DemoOptions options = new DemoOptions(environment, properties);
    Iterator<String> rest = new ArrayList<>(arguments).iterator();
    while (rest.hasNext()) {
      options.take(rest.next(), rest);
    }
    return options;
  }

  private void take(String name, Iterator<String> rest) throws CannotRunException {
    switch (name) {
      case "--help":
      case "-h":
        help = true;
        break;
      case "--without-agent":
        attached = false;
        break;
      case "--redis":
        redisUri = value(name, rest);
        break;
      case "--svg":
        svg = value(name, rest);
        break;
      case "--workers":
        workers = number(name, value(name, rest), 16);
        break;
      case "--calls":
        calls = number(name, value(name, rest), 1_000);
        break;
      default:
        throw new CannotRunException("unknown option " + name + " (--help shows what there is)");
    }
  }

  private static String value(String name, Iterator<String> rest) throws CannotRunException {
    if (!rest.hasNext()) {
      throw new CannotRunException(name + " needs a value");
    }
    return rest.next();
  }

  private static int number(String name, String value, int most) throws CannotRunException {
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // said below
    }
    throw new CannotRunException(name + " " + value + ": wanted a number from 1 to " + most);
  }

  private static @Nullable String blankToNull(@Nullable String value) {
    return value == null || value.trim().isEmpty() ? null : value;
  }
}
