package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SentinelSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** The commands in {@code docs/operations.md} are what a user of the server needs, and no more. */
class RedisAclTest {
  private final RedisProcess server = RedisProcess.start();
  private final Jedis client = Stores.client(server.port());
  private List<String> words;

  @BeforeEach
  void readDocument() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "operations.md"));
    String command =
        document
            .substring(document.indexOf("## ACL"))
            .lines()
            .filter(line -> line.startsWith("ACL SETUSER "))
            .findFirst()
            .orElseThrow();
    words = Arrays.asList(command.split(" "));
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void documentedUser_canDoAllThatTheAgentDoes() throws StoreException {
    createUser(words);

    work();

    assertThat(client.aclLog()).isEmpty();
  }

  @Test
  void documentedUser_withoutAnyOneWord_isRefusedSomething() {
    for (String granted : words) {
      if (granted.startsWith("+") || granted.startsWith("~")) {
        createUser(words.stream().filter(word -> !word.equals(granted)).toList());
        client.aclLogReset();
        try {
          work();
        } catch (StoreException e) {
          assertThat(e.getMessage()).contains("permit");
        }
        assertThat(client.aclLog()).as(granted).isNotEmpty();
      }
    }
  }

  @Test
  void documentedUserOfASentinel_canDoAllThatTheAgentDoes() throws StoreException {
    List<String> sentinelWords = sentinelWords();
    try (SentinelSetup setup = SentinelSetup.start()) {
      for (List<String> granted :
          List.of(sentinelWords, sentinelWords.subList(0, sentinelWords.size() - 1))) {
        long refused = 0;
        for (RedisProcess sentinel : setup.sentinels()) {
          try (Jedis asked = Stores.client(sentinel.port())) {
            asked.sendCommand(Command.ACL, arguments(granted));
            asked.aclLogReset();
          }
        }
        try (RedisStore store =
            Stores.start(
                Stores.patient(
                        "redis+sentinel://"
                            + setup.sentinelAddresses()
                            + "/"
                            + SentinelSetup.MASTER_NAME)
                    .sentinelLogin(name(), password()))) {
          store.acquire(claim("user:1", 10));
        } catch (StoreException e) {
          assertThat(granted).isNotSameAs(sentinelWords);
        }
        for (RedisProcess sentinel : setup.sentinels()) {
          try (Jedis asked = Stores.client(sentinel.port())) {
            refused += asked.aclLog().size();
          }
        }
        assertThat(refused > 0).isEqualTo(granted != sentinelWords);
      }
    }
  }

  private static List<String> sentinelWords() {
    try {
      return Files.readString(Path.of("..", "docs", "operations.md"))
          .lines()
          .filter(line -> line.startsWith("ACL SETUSER ") && line.contains("+sentinel|"))
          .map(line -> Arrays.asList(line.split(" ")))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void documentedUser_cannotReadOtherKeys() {
    createUser(words);
    try (Jedis user = Stores.client(server.port())) {
      user.auth(name(), password());
      assertThat(catchMessage(() -> user.hmget("other:1", "a"))).startsWith("NOPERM");
      assertThat(catchMessage(() -> user.get("ratelimit:1"))).startsWith("NOPERM");
    }
  }

  private void createUser(List<String> command) {
    client.sendCommand(Command.ACL, arguments(command));
  }

  private static String[] arguments(List<String> command) {
    return command.subList(1, command.size()).toArray(new String[0]);
  }

  /** Connects, acquires, refunds, and does without the script in the server. */
  private void work() throws StoreException {
    client.flushAll();
    client.scriptFlush();
    String uri = "redis://" + name() + ":" + password() + "@127.0.0.1:" + server.port();
    try (RedisStore store = Stores.start(Stores.patient(uri))) {
      store.acquire(claim("user:1", 10));
      store.acquire(claim("user:1", 10));
      store.refund(claim("user:1", 10));
      client.scriptFlush();
      store.acquire(claim("user:1", 10));
    }
  }

  private String name() {
    return words.get(2);
  }

  private String password() {
    return words.stream()
        .filter(word -> word.startsWith(">"))
        .findFirst()
        .orElseThrow()
        .substring(1);
  }

  private static String catchMessage(Runnable command) {
    try {
      command.run();
      return "permitted";
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
