package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * A connection of a pool, to a master that knows the script. For one thread at a time, but for
 * {@link #close()}.
 */
final class RedisConnection {
  private static final byte[] LOAD = "LOAD".getBytes(StandardCharsets.US_ASCII);

  private final RedisLink link;
  private final BucketScript script;
  private final byte[] sha1;
  // guarded by the pool's lock
  long usedNanos = System.nanoTime();
  long checkedNanos = usedNanos;
  long deadlineNanos;
  boolean hasWorked;

  private RedisConnection(RedisLink link, BucketScript script, byte[] sha1) {
    this.link = link;
    this.script = script;
    this.sha1 = sha1;
  }

  /**
   * Connects, introduces itself, checks the server and loads the script. Blocks until the deadline
   * at most.
   *
   * @param address one of the servers that hold the buckets
   * @param socket not connected; closing it ends the attempt
   * @throws RedisFailure with a message for the operator
   */
  static RedisConnection open(
      RedisOptions options,
      HostPort address,
      DeadlineSocket socket,
      BucketScript script,
      long deadlineNanos)
      throws RedisFailure {
    RedisLink link =
        RedisLink.open(
            options, options.login(), options.database(), address, socket, deadlineNanos);
    boolean opened = false;
    try {
      String fault = ServerCheck.faultOf(link.hello(), options.kind());
      if (fault != null) {
        throw RedisFailure.disconnected(fault);
      }
      RedisConnection connection = new RedisConnection(link, script, load(link, script));
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        link.close();
      }
    }
  }

  /**
   * Runs script calls, all sent before the first answer is read; each is answered or failed. An
   * answer that proves that nothing ran, for the server does not know the script, is followed by
   * the script itself.
   *
   * @return whether the connection can be used again
   */
  boolean run(List<BatchPart> parts, long deadlineNanos) {
    link.endReadsAt(deadlineNanos);
    boolean usable = exchange(parts, Command.EVALSHA, sha1);
    List<BatchPart> unknown = new ArrayList<>(0);
    for (BatchPart part : parts) {
      RedisFailure failure = part.failure();
      if (failure != null && failure.error() == ServerError.NOSCRIPT) {
        unknown.add(part);
      }
    }
    return unknown.isEmpty() ? usable : usable & exchange(unknown, Command.EVAL, script.text());
  }

  private boolean exchange(List<BatchPart> parts, Command command, byte[] script) {
    RedisFailure broken = null;
    try {
      for (BatchPart part : parts) {
        if (part.isAsking()) {
          link.send(new CommandArguments(Command.ASKING));
        }
        link.send(words(command, script, part.call()));
      }
    } catch (RedisFailure e) {
      broken = e;
    }
    boolean usable = broken == null;
    for (BatchPart part : parts) {
      try {
        if (broken != null) {
          part.fail(broken);
          continue;
        }
        if (part.isAsking()) {
          link.receive();
        }
        part.answer(link.receive());
        RedisFailure worst = part.failure();
        usable &= worst == null || worst.isConnectionUsable();
      } catch (RedisFailure e) {
        part.fail(e);
        usable &= e.isConnectionUsable();
        if (e.error() == null) {
          broken = e;
        }
      }
    }
    return usable;
  }

  private static CommandArguments words(Command command, byte[] script, ScriptCall call) {
    CommandArguments words = new CommandArguments(command).add(script).add(call.keys().size());
    call.keys().forEach(words::add);
    call.args().forEach(words::add);
    return words;
  }

  /** Whether the other side is still there, as far as can be known without asking it. */
  boolean isQuiet() {
    return link.isQuiet();
  }

  /** Asks for a sign of life with a command that no ACL forbids. */
  void greet(long deadlineNanos) throws RedisFailure {
    link.endReadsAt(deadlineNanos);
    link.command(Command.HELLO);
  }

  void close() {
    link.close();
  }

  /** Has the server know the script; answers what it calls it. */
  private static byte[] load(RedisLink link, BucketScript script) throws RedisFailure {
    try {
      Object name = link.command(Command.SCRIPT, LOAD, script.text());
      return name instanceof byte[] ? (byte[]) name : script.sha1();
    } catch (RedisFailure e) {
      if (e.error() != ServerError.NOPERM) {
        throw e;
      }
      // not permitted: the first call sends the source
      return script.sha1();
    }
  }
}
