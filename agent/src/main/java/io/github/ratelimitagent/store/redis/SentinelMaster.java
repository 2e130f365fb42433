package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** Asks the sentinels which server is the master, the one that answered last first. */
final class SentinelMaster implements AddressSource {
  private final RedisOptions options;
  private final List<HostPort> sentinels;
  private final CommandArguments question;
  private final Inquiry inquiry;

  SentinelMaster(RedisOptions options) {
    this.options = options;
    this.inquiry = new Inquiry(options, options.sentinelLogin());
    this.sentinels = new ArrayList<>(options.nodes());
    // each process asks another one first
    Collections.shuffle(sentinels);
    this.question =
        new CommandArguments(Command.SENTINEL).add("GET-MASTER-ADDR-BY-NAME").add(options.master());
  }

  @Override
  public HostPort current(long deadlineNanos) throws RedisFailure {
    String failures = "";
    for (int i = 0; i < sentinels.size() && !inquiry.isClosed(); i++) {
      try {
        HostPort master = ask(sentinels.get(0), deadlineNanos);
        if (master != null) {
          return master;
        }
        failures += "; " + sentinels.get(0) + " knows no master " + options.master();
      } catch (RedisFailure e) {
        failures += "; " + sentinels.get(0) + ": " + describe(e);
      }
      inquiry.disconnect();
      Collections.rotate(sentinels, -1);
    }
    throw RedisFailure.disconnected("no sentinel tells the master" + failures);
  }

  private @Nullable HostPort ask(HostPort sentinel, long deadlineNanos) throws RedisFailure {
    Object reply = inquiry.to(sentinel, deadlineNanos).execute(question);
    if (!(reply instanceof List) || ((List<?>) reply).size() != 2) {
      return null;
    }
    List<?> parts = (List<?>) reply;
    return new HostPort(text(parts.get(0)), Integer.parseInt(text(parts.get(1))));
  }

  private String describe(RedisFailure failure) {
    if (failure.error() != ServerError.OTHER) {
      return failure.reason();
    }
    return failure.text().startsWith("ERR unknown command")
        ? "it is not a sentinel; write the port of the sentinels in uri (26379 as a rule), or begin it"
            + " with redis://"
        : "it answers: " + options.withoutSecrets(failure.text());
  }

  private static String text(@Nullable Object bytes) {
    return bytes instanceof byte[]
        ? new String((byte[]) bytes, StandardCharsets.UTF_8)
        : String.valueOf(bytes);
  }

  @Override
  public void close() {
    inquiry.close();
  }
}
