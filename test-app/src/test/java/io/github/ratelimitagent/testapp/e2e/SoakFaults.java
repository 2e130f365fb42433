package io.github.ratelimitagent.testapp.e2e;

import io.github.ratelimitagent.testing.FaultProxy;
import io.github.ratelimitagent.testing.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import redis.clients.jedis.Jedis;

/** Random faults of a server and of the way to it, one after the other; the same for a seed. */
final class SoakFaults {
  private static final int LONGEST_MILLIS = 800;

  private final Random random;
  private final RedisProcess server;
  private final FaultProxy proxy;
  private final List<String> done = new ArrayList<>();
  private int dataLosses;

  SoakFaults(long seed, RedisProcess server, FaultProxy proxy) {
    this.random = new Random(seed);
    this.server = server;
    this.proxy = proxy;
  }

  /** Has one fault, and a while without. */
  void next() throws InterruptedException {
    int kind = random.nextInt(8);
    int millis = random.nextInt(LONGEST_MILLIS);
    done.add(fault(kind, millis));
    TimeUnit.MILLISECONDS.sleep(random.nextInt(3 * LONGEST_MILLIS));
  }

  private String fault(int kind, int millis) throws InterruptedException {
    switch (kind) {
      case 0:
        server.kill();
        TimeUnit.MILLISECONDS.sleep(millis);
        server.restart();
        dataLosses++;
        return "killed for " + millis + " ms";
      case 1:
        server.pause();
        TimeUnit.MILLISECONDS.sleep(millis);
        server.resume();
        return "stopped for " + millis + " ms";
      case 2:
        command(Jedis::flushAll);
        dataLosses++;
        return "data flushed";
      case 3:
        command(Jedis::scriptFlush);
        return "scripts flushed";
      case 4:
        proxy.delay(Duration.ofMillis(millis / 8));
        return passAfter(millis, "replies late by " + millis / 8 + " ms for " + millis + " ms");
      case 5:
        proxy.blackHole();
        return passAfter(millis, "black hole for " + millis + " ms");
      case 6:
        proxy.cutReplies();
        return passAfter(millis, "replies cut for " + millis + " ms");
      default:
        proxy.reset();
        return passAfter(millis, "reset for " + millis + " ms");
    }
  }

  /** How often all buckets were lost. */
  int dataLosses() {
    return dataLosses;
  }

  /** What was done, in order. */
  List<String> done() {
    return done;
  }

  private String passAfter(int millis, String what) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
    proxy.pass();
    return what;
  }

  private void command(Consumer<Jedis> command) {
    try (Jedis client = server.connect()) {
      command.accept(client);
    }
  }
}
