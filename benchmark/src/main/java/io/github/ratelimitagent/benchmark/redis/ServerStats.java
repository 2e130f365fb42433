package io.github.ratelimitagent.benchmark.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** What a Redis has done since it was started, as far as INFO tells. */
record ServerStats(long reads, long commands, double cpuMicros) {
  private static final Pattern CALLS = Pattern.compile("cmdstat_(\\S+?):calls=(\\d+)");

  static ServerStats read(Jedis redis) {
    String stats = redis.info("stats");
    String cpu = redis.info("cpu");
    double seconds =
        Double.parseDouble(field(cpu, "used_cpu_user"))
            + Double.parseDouble(field(cpu, "used_cpu_sys"));
    return new ServerStats(
        Long.parseLong(field(stats, "total_reads_processed")),
        commands(redis.info("commandstats")),
        seconds * 1e6);
  }

  /** Calls of all commands, those inside of scripts included, but for the question itself. */
  private static long commands(String commandstats) {
    long calls = 0;
    Matcher line = CALLS.matcher(commandstats);
    while (line.find()) {
      calls += line.group(1).equals("info") ? 0 : Long.parseLong(line.group(2));
    }
    return calls;
  }

  private static String field(String info, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ":(\\S+)").matcher(info);
    if (!line.find()) {
      throw new IllegalStateException("INFO has no " + name + "; Redis 6.2 or newer is wanted");
    }
    return line.group(1);
  }

  /** What was done since {@code before}. Reading {@code before} itself was three reads. */
  ServerStats since(ServerStats before) {
    return new ServerStats(
        Math.max(0, reads - before.reads - 3),
        commands - before.commands,
        cpuMicros - before.cpuMicros);
  }
}
