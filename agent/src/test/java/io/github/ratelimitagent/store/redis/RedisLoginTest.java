package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.isAllowed;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RecordedLog;
import io.github.ratelimitagent.testing.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

class RedisLoginTest {
  private static final String USER = "shopkeeper";

  @TempDir Path folder;
  private final RecordedLog log = new RecordedLog();
  private final RedisProcess server = RedisProcess.start();
  private final Jedis client = Stores.client(server.port());

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void passwordFile_changed_isReadForTheNextConnection() throws IOException {
    allow("0ne");
    try (RedisStore store = start(file("0ne\n"))) {
      assertThat(isAllowed(store, claim("a", 1_000))).isTrue();

      allow("tw0");
      assertThat(isAllowed(store, claim("a", 1_000))).as("on the open connection").isTrue();
      killConnections();
      await().until(() -> failure(store).contains("does not accept the user or password"));

      file("tw0\r\n");
      await().until(() -> isAllowed(store, claim("a", 1_000)));
    }
    assertThat(log.lines().toString()).doesNotContain("0ne", "tw0", USER);
  }

  @Test
  void passwordFile_missingOrEmpty_isSaidUntilItIsThere() throws IOException {
    allow("0ne");
    Path file = folder.resolve("password");
    try (RedisStore store = start(file)) {
      assertThat(tryAcquire(store, claim("a", 1))).isInstanceOf(StoreException.class);
      assertThat(failure(store))
          .endsWith("the file of password-file, " + file + ", does not exist");
      file("\n");
      await().until(() -> failure(store).endsWith(", is empty"));
      file("0ne");
      await().until(() -> isAllowed(store, claim("a", 1)));
    }
  }

  private RedisStore start(Path passwordFile) {
    return Stores.start(Stores.patient(server.uri()).login(USER, passwordFile.toFile()), log);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("password"), content);
  }

  private void allow(String password) {
    client.aclSetUser(USER, "reset", "on", ">" + password, "~*", "+@all");
  }

  private void killConnections() {
    client.clientKill(
        new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
  }

  private static String failure(RedisStore store) {
    tryAcquire(store, claim("a", 1));
    return String.valueOf(store.lastConnectionFailure());
  }
}
