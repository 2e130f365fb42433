package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.testing.FaultProxy;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Neither user nor password nor a rendered key is in any text, whatever goes wrong. */
class RedisSecretsTest {
  private static final String USER = "shopkeeper";
  private static final String PASSWORD = "pa55w0rd";
  private static final String KEY = "user:hunter2";

  private final List<String> texts = new ArrayList<>();
  private final RecordedLog log = new RecordedLog();

  @Test
  void anyFailure_textsHoldNoSecret() {
    try (RedisProcess server = RedisProcess.start();
        FaultProxy proxy = FaultProxy.to(server.port());
        Jedis client = Stores.client(server.port())) {
      String uri = "redis://" + USER + ":" + PASSWORD + "@127.0.0.1:" + proxy.port();

      // the user is unknown
      try (RedisStore store = Stores.start(Stores.quick(uri), log)) {
        note(store);
      }
      client.aclSetUser(USER, "on", ">" + PASSWORD, "~*", "+@all");
      client.set("ratelimit:" + KEY, "of another type");
      try (RedisStore store = Stores.start(Stores.quick(uri), log)) {
        note(store);
        assertThat(texts.get(texts.size() - 2)).contains("WRONGTYPE");
        client.del("ratelimit:" + KEY);
        assertThat(tryAcquire(store, claim(KEY, 10))).isInstanceOf(Decision.class);

        client.aclSetUser(USER, "resetkeys");
        note(store);
        client.aclSetUser(USER, "~*", "-evalsha", "-eval");
        note(store);
        client.aclSetUser(USER, "+evalsha", "+eval", "-hset", "-hmget");
        note(store);
        assertThat(texts.get(texts.size() - 2)).contains("NOPERM");
        client.aclSetUser(USER, "+@all");
        proxy.blackHole();
        note(store);
        proxy.pass();
        await().until(() -> tryAcquire(store, claim(KEY, 10)) instanceof Decision);
        proxy.reset();
        note(store);
        proxy.pass();
        await().until(() -> tryAcquire(store, claim(KEY, 10)) instanceof Decision);
        client.aclDelUser(USER);
        note(store);
        await().until(() -> String.valueOf(store.lastConnectionFailure()).contains("password"));
        note(store);
        server.kill();
        note(store);
        await().until(() -> !log.lines().isEmpty());
      }
      texts.add(RedisOptions.builder(uri).build().toString());
    }

    texts.addAll(log.lines());
    assertThat(texts).hasSizeGreaterThan(15);
    assertThat(String.join("\n", texts)).doesNotContain(USER, PASSWORD, "hunter2");
  }

  private void note(RedisStore store) {
    Object answer = tryAcquire(store, claim(KEY, 10));
    assertThat(answer).isInstanceOf(Exception.class);
    StringWriter trace = new StringWriter();
    ((Exception) answer).printStackTrace(new PrintWriter(trace));
    texts.add(trace.toString());
    store.awaitFirstConnection(Duration.ofMillis(50));
    texts.add(String.valueOf(store.lastConnectionFailure()));
  }
}
