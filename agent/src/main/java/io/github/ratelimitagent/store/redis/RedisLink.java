package io.github.ratelimitagent.store.redis;

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

/**
 * A connection to a server that knows who we are. For one thread at a time, but for {@link
 * #close()}.
 */
final class RedisLink {
  private final RedisSocket socket;
  private final Handshaken client;

  private RedisLink(RedisSocket socket, Handshaken client) {
    this.socket = socket;
    this.client = client;
  }

  /**
   * Connects and introduces itself. Blocks until the deadline at most.
   *
   * @param socket not connected; closing it ends the attempt
   * @throws RedisFailure with a message for the operator
   */
  static RedisLink open(
      RedisOptions options,
      Login login,
      int database,
      HostPort address,
      DeadlineSocket socket,
      long deadlineNanos)
      throws RedisFailure {
    RedisSocket redis = RedisSocket.open(options, address, socket, deadlineNanos);
    boolean opened = false;
    try {
      Handshaken client = new Handshaken(redis::socket, config(options, login, database));
      redis.proven();
      opened = true;
      return new RedisLink(redis, client);
    } catch (RuntimeException e) {
      throw failure(redis, e);
    } finally {
      if (!opened) {
        redis.close();
      }
    }
  }

  /** How the server has introduced itself. */
  @Nullable Map<String, Object> hello() {
    return client.hello;
  }

  /** All replies from now on must come until this moment of {@link System#nanoTime()}. */
  void endReadsAt(long deadlineNanos) {
    socket.endReadsAt(deadlineNanos);
  }

  /** Sends a command and waits for its reply. */
  Object command(Command command, byte[]... arguments) throws RedisFailure {
    CommandArguments words = new CommandArguments(command);
    for (byte[] argument : arguments) {
      words.add(argument);
    }
    return execute(words);
  }

  /** Sends a command, whose reply is to be received. */
  void send(CommandArguments words) throws RedisFailure {
    try {
      client.sendCommand(words);
    } catch (RuntimeException e) {
      throw failure(socket, e);
    }
  }

  /** Waits for the next reply. */
  Object receive() throws RedisFailure {
    try {
      return client.getOne();
    } catch (RuntimeException e) {
      throw failure(socket, e);
    }
  }

  /** Sends a command and waits for its reply. */
  Object execute(CommandArguments words) throws RedisFailure {
    try {
      return client.executeCommand(words);
    } catch (RuntimeException e) {
      throw failure(socket, e);
    }
  }

  /** Whether the other side is still there, as far as can be known without asking it. */
  boolean isQuiet() {
    return socket.isQuiet();
  }

  void close() {
    socket.close();
  }

  private static JedisClientConfig config(RedisOptions options, Login login, int database)
      throws RedisFailure {
    return DefaultJedisClientConfig.builder()
        .resp2()
        .user(login.user())
        .password(login.password())
        .database(database)
        .clientName(options.clientName())
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
        .build();
  }

  /** The client throws whatever its parser does where a reply is not as it should be. */
  private static RedisFailure failure(RedisSocket socket, RuntimeException e) {
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
