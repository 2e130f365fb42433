package io.github.ratelimitagent.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/** A redis-server to start, in any folder and on any port. */
record RedisCommand(
    RedisBinary binary,
    List<String> options,
    IntFunction<List<String>> portOptions,
    Login login,
    List<String> sentinelConfig,
    Function<Path, Map<String, String>> environment) {

  static RedisCommand server(RedisBinary binary, List<String> options) {
    return server(binary, options, Login.NONE);
  }

  static RedisCommand server(RedisBinary binary, List<String> options, Login login) {
    List<String> all = new ArrayList<>(List.of("--save", "", "--appendonly", "no"));
    all.addAll(login.serverOptions());
    all.addAll(options);
    return new RedisCommand(binary, all, port -> List.of(), login, List.of(), folder -> Map.of());
  }

  /** A sentinel, with what its configuration file must say in the beginning. */
  static RedisCommand sentinel(RedisBinary binary, List<String> config, Login login) {
    return new RedisCommand(
        binary, List.of(), port -> List.of(), login, config, folder -> Map.of());
  }

  /** With options that depend on the port of the server, asked for at every start. */
  RedisCommand withPortOptions(IntFunction<List<String>> more) {
    return new RedisCommand(binary, options, more, login, sentinelConfig, environment);
  }

  /** With variables that depend on the folder of the server, asked for at every start. */
  RedisCommand withEnvironment(Function<Path, Map<String, String>> variables) {
    return new RedisCommand(binary, options, portOptions, login, sentinelConfig, variables);
  }

  Process launch(Path folder, int port) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(binary.file().toString());
    if (!sentinelConfig.isEmpty()) {
      command.add(sentinelFile(folder).toString());
      command.add("--sentinel");
    }
    command.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", folder.toString()));
    command.addAll(options);
    command.addAll(portOptions.apply(port));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment.apply(folder));
    return builder.start();
  }

  String origin() {
    return binary.origin();
  }

  /** The file where a sentinel also keeps what it has learnt, so it is written only once. */
  private Path sentinelFile(Path folder) throws IOException {
    Path file = folder.resolve("sentinel.conf");
    if (Files.notExists(file)) {
      Files.write(file, sentinelConfig);
    }
    return file;
  }
}
