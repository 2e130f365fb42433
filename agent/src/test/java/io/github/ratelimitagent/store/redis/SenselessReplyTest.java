package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.Claims.one;
import static io.github.ratelimitagent.store.Claims.spec;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.SenselessServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replies that no Redis gives are no answer: the call follows its policy, and nothing is believed.
 */
final class SenselessReplyTest {
  private static final List<Claim> CLAIMS = one("a", spec(10, "5/s"), 1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":5\r\n",
        "$-1\r\n",
        "*-1\r\n",
        "*-5\r\n",
        "*0\r\n",
        "*2\r\n:0\r\n:-3\r\n",
        "*2\r\n:7\r\n:0\r\n",
        "*2\r\n:7\r\n*0\r\n",
        "*2\r\n:-1\r\n:9\r\n",
        "*2\r\n:-1\r\n:9223372036854775807\r\n",
        "*2\r\n:-9223372036854775808\r\n:0\r\n",
        "*2\r\n:99999999999999999999999\r\n:0\r\n",
        "*4\r\n:0\r\n:1\r\n:0\r\n:1\r\n",
        "*x\r\n",
        "$x\r\n",
        "-MOVED x y z\r\n",
        "-MOVED\r\n",
        "-ASK 1 nowhere\r\n",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        "\r\n"
      })
  void reply_thatTheScriptDoesNotGive_isNoAnswer(String reply) {
    try (SenselessServer server = SenselessServer.answering(reply);
        RedisStore store = Stores.start(Stores.quick(server.uri()))) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> store.acquire(CLAIMS)).isInstanceOf(StoreException.class);
      }
    }
  }

  @Test
  void reply_withoutEnd_isLeftAtTheDeadline() {
    try (SenselessServer server = SenselessServer.withoutEnd("-ERR ");
        RedisStore store = Stores.start(Stores.quick(server.uri()))) {
      assertThatThrownBy(() -> store.acquire(CLAIMS))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("within 100 ms");
    }
  }
}
