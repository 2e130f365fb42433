package io.github.ratelimitagent.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One open connection to a master that knows the script. For one thread at a time, but for {@link
 * #close()}.
 */
final class RedisConnection {
  private static final byte[] LOAD = "LOAD".getBytes(StandardCharsets.US_ASCII);

  private final RedisSocket socket;
  private final Handshaken client;
  private final BucketScript script;
  // guarded by the pool's lock
  long usedNanos = System.nanoTime();
  long checkedNanos = usedNanos;
  long takenNanos;
  long deadlineNanos;
  boolean hasWorked;

  private RedisConnection(RedisSocket socket, Handshaken client, BucketScript script) {
    this.socket = socket;
    this.client = client;
    this.script = script;
  }

  /**
   * Connects, introduces itself, checks the server and loads the script. Blocks until the options'
   * connect timeout at most.
   *
   * @param address one of the servers that hold the buckets
   * @param socket not connected; closing it ends the attempt
   * @throws RedisFailure with a message for the operator
   */
  static RedisConnection open(
      RedisOptions options, HostPort address, DeadlineSocket socket, BucketScript script)
      throws RedisFailure {
    boolean opened = false;
    long deadline = System.nanoTime() + options.connectTimeout().toNanos();
    RedisSocket redis = RedisSocket.open(options, address, socket, deadline);
    try {
      Handshaken client = new Handshaken(redis::socket, config(options));
      redis.proven();
      String fault = ServerCheck.faultOf(client.hello);
      if (fault != null) {
        throw RedisFailure.disconnected(fault);
      }
      RedisConnection connection = new RedisConnection(redis, client, script);
      connection.load();
      opened = true;
      return connection;
    } catch (JedisException e) {
      throw failure(redis, e);
    } finally {
      if (!opened) {
        redis.close();
      }
    }
  }

  /** Runs the script once. */
  Object run(ScriptCall call, long deadlineNanos) throws RedisFailure {
    socket.endReadsAt(deadlineNanos);
    try {
      return run(Command.EVALSHA, script.sha1(), call);
    } catch (RedisFailure e) {
      if (e.error() != ServerError.NOSCRIPT) {
        throw e;
      }
      // the one answer that is replayed: it proves that nothing ran
      return run(Command.EVAL, script.text(), call);
    }
  }

  /** Whether the other side is still there, as far as can be known without asking it. */
  boolean isQuiet() {
    return socket.isQuiet();
  }

  /** Asks for a sign of life with a command that no ACL forbids. */
  void greet(long deadlineNanos) throws RedisFailure {
    socket.endReadsAt(deadlineNanos);
    command(Command.HELLO);
  }

  void close() {
    socket.close();
  }

  private void load() throws RedisFailure {
    try {
      command(Command.SCRIPT, LOAD, script.text());
    } catch (RedisFailure e) {
      // not permitted, then the first call sends the source
      if (e.error() != ServerError.NOPERM) {
        throw e;
      }
    }
  }

  private Object run(Command command, byte[] script, ScriptCall call) throws RedisFailure {
    CommandArguments words = new CommandArguments(command).add(script).add(call.keys().size());
    call.keys().forEach(words::add);
    call.args().forEach(words::add);
    return execute(words);
  }

  private Object command(Command command, byte[]... arguments) throws RedisFailure {
    CommandArguments words = new CommandArguments(command);
    for (byte[] argument : arguments) {
      words.add(argument);
    }
    return execute(words);
  }

  private Object execute(CommandArguments words) throws RedisFailure {
    try {
      return client.executeCommand(words);
    } catch (JedisException e) {
      throw failure(socket, e);
    }
  }

  private static JedisClientConfig config(RedisOptions options) throws RedisFailure {
    return DefaultJedisClientConfig.builder()
        .resp2()
        .user(options.login().user())
        .password(options.login().password())
        .database(options.database())
        .clientName(options.clientName())
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
        .build();
  }

  private static RedisFailure failure(RedisSocket socket, JedisException e) {
    if (e instanceof JedisDataException) {
      return RedisFailure.answered(String.valueOf(e.getMessage()));
    }
    return e instanceof JedisConnectionException
        ? socket.failure(e)
        : RedisFailure.disconnected("no sense in the reply");
  }

  /** Jedis's connection, which keeps the server's introduction to itself. */
  private static final class Handshaken extends Connection {
    // set while the constructor of Connection runs, so without an initial value
    private @Nullable Map<String, Object> hello;

    Handshaken(JedisSocketFactory sockets, JedisClientConfig config) {
      super(sockets, config);
    }

    @Override
    protected Map<String, Object> hello(byte[]... arguments) {
      Map<String, Object> answer = super.hello(arguments);
      hello = answer;
      return answer;
    }
  }
}
