package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.testing.ClusterSetup;
import io.github.ratelimitagent.testing.RedisProcess;
import io.github.ratelimitagent.testing.SlotKeys;
import io.github.ratelimitagent.testing.SlotMove;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The user of docs/operations.md, with what it says of a Cluster, through a slot's move. */
class ClusterAclTest {
  private static final int SLOT = 100;

  @Test
  void documentedUser_isAllThatACallNeeds() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "operations.md"));
    Matcher user = Pattern.compile("(?m)^ACL SETUSER (\\S+) (.*\\+evalsha.*)$").matcher(document);
    Matcher more = Pattern.compile("In a Cluster it needs `(\\S+)` and `(\\S+)`").matcher(document);
    assertThat(user.find()).isTrue();
    assertThat(more.find()).isTrue();
    String rules = user.group(2) + " " + more.group(1) + " " + more.group(2);
    try (ClusterSetup cluster = ClusterSetup.start()) {
      for (RedisProcess node : cluster.nodes()) {
        try (Jedis admin = node.connect()) {
          admin.aclSetUser(user.group(1), rules.split(" "));
        }
      }
      List<Claim> claims = claim(SlotKeys.in(SLOT, "a"), 10);
      RedisProcess to =
          cluster.nodes().stream()
              .filter(node -> node != cluster.master(SLOT))
              .findFirst()
              .orElseThrow();
      try (RedisStore store =
          Stores.start(
              Stores.patient(ClusterClaims.uri(cluster)).login(user.group(1), "change-me"))) {
        assertThat(tryAcquire(store, claims).toString()).contains("9 left");
        SlotMove move = cluster.beginMove(SLOT, to);
        move.migrate("ratelimit:" + claims.get(0).key());
        assertThat(tryAcquire(store, claims).toString()).contains("8 left");
        move.finish();
        assertThat(tryAcquire(store, claims).toString()).contains("7 left");
      }
    }
  }
}
