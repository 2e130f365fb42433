package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
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
  // guarded by the pool's lock
  long usedNanos = System.nanoTime();
  long checkedNanos = usedNanos;
  long takenNanos;
  long deadlineNanos;
  boolean hasWorked;

  private RedisConnection(RedisLink link, BucketScript script) {
    this.link = link;
    this.script = script;
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
      RedisConnection connection = new RedisConnection(link, script);
      connection.load();
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        link.close();
      }
    }
  }

  /**
   * Runs the script once.
   *
   * @param asking whether to ask a server that has not got all the keys yet
   */
  Object run(ScriptCall call, boolean asking, long deadlineNanos) throws RedisFailure {
    link.endReadsAt(deadlineNanos);
    try {
      return run(Command.EVALSHA, script.sha1(), call, asking);
    } catch (RedisFailure e) {
      if (e.error() != ServerError.NOSCRIPT) {
        throw e;
      }
      // sent again, for it proves that nothing ran
      return run(Command.EVAL, script.text(), call, asking);
    }
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

  private void load() throws RedisFailure {
    try {
      link.command(Command.SCRIPT, LOAD, script.text());
    } catch (RedisFailure e) {
      // not permitted, then the first call sends the source
      if (e.error() != ServerError.NOPERM) {
        throw e;
      }
    }
  }

  private Object run(Command command, byte[] script, ScriptCall call, boolean asking)
      throws RedisFailure {
    if (asking) {
      link.command(Command.ASKING);
    }
    CommandArguments words = new CommandArguments(command).add(script).add(call.keys().size());
    call.keys().forEach(words::add);
    call.args().forEach(words::add);
    return link.execute(words);
  }
}
