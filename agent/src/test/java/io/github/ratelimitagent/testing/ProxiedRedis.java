package io.github.ratelimitagent.testing;

import org.junit.jupiter.api.AfterEach;

/** Tests that have a server each, and what can disturb the way to it. */
public abstract class ProxiedRedis {
  protected final RedisProcess server = RedisProcess.start();
  protected final FaultProxy proxy = FaultProxy.to(server.port());

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }
}
