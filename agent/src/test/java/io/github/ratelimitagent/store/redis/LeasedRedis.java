package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.testing.RedisProcess;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientPauseMode;

/** A Redis of its own, a store in front of it, and a look behind the store. */
public final class LeasedRedis implements AutoCloseable {
  private final RedisProcess server = RedisProcess.start();
  private final RedisStore store = Stores.start(Stores.patient(server.uri()));
  private final Jedis client = Stores.client(server.port());

  public RedisStore store() {
    return store;
  }

  /** How often the script has run. */
  public long scriptCalls() {
    return Stores.calls(client, "evalsha");
  }

  /** Whole tokens of a bucket. */
  public long tokens(String key) {
    return (long) Math.floor(Double.parseDouble(client.hget("ratelimit:" + key, "tokens")));
  }

  /** Makes a bucket hold so many tokens. */
  public void set(String key, long tokens) {
    client.hset("ratelimit:" + key, "tokens", String.valueOf(tokens));
  }

  /** Makes a bucket something that is none. */
  public void replaceByText(String key) {
    client.del("ratelimit:" + key);
    client.set("ratelimit:" + key, "text");
  }

  /** Holds script calls back, until {@link #resume}. */
  public void pause() {
    client.clientPause(60_000, ClientPauseMode.WRITE);
  }

  /** How many script calls are held back. */
  public long heldBack() {
    return client.clientList().lines().filter(line -> line.contains(" flags=b ")).count();
  }

  /** Lets the server go on. */
  public void resume() {
    client.clientUnpause();
  }

  @Override
  public void close() {
    client.close();
    store.close();
    server.close();
  }
}
