package io.github.ratelimitagent.testapp.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.testing.TestRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.Driver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An application that others wrote, limited by configuration alone: the servers of the H2 database,
 * each in its own JVM, give each database user so many queries, whichever server is asked.
 */
class DatabaseServerTest {
  private static final int CAPACITY = 8;

  /** The client asks the server for its settings, by a query, when it connects. */
  private static final int QUERIES_TO_CONNECT = 1;

  private static final Pattern RUNNING =
      Pattern.compile("TCP server running at tcp://.*?:(\\d+) .*");

  @TempDir Path directory;
  private final List<Process> servers = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    for (Process server : servers) {
      server.destroy();
      server.waitFor();
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.ratelimitagent.testapp.e2e.Jdk#all")
  void queriesOfOneUser_overTwoServers_shareOneBucket(Jdk jdk) throws Exception {
    String config =
        """
        ratelimit {
          redis.uri = "%s"
          redis.key-prefix = "%s"
          limits.queries-per-user {
            method   = "org.h2.command.Command.executeQuery(..)"
            key      = "{this.session.user.name}"
            capacity = %d
            refill   = 1 per 1h
          }
        }
        """
            .formatted(TestRedis.uri(), TestRedis.freshPrefix(), CAPACITY);
    try (Connection first = connect(start(jdk, config, "first"), "first", "alice");
        Connection second = connect(start(jdk, config, "second"), "second", "alice")) {
      int answered = 0;
      SQLException rejection = null;
      while (rejection == null && answered <= CAPACITY) {
        try {
          query(answered % 2 == 0 ? first : second);
          answered++;
        } catch (SQLException e) {
          rejection = e;
        }
      }
      assertThat(answered).isEqualTo(CAPACITY - 2 * QUERIES_TO_CONNECT);
      assertThat((Throwable) rejection)
          .hasMessageContaining("RateLimitExceededException")
          .hasMessageContaining("queries-per-user");
      assertThatThrownBy(() -> query(first)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> query(second)).isInstanceOf(SQLException.class);
    }
  }

  private int start(Jdk jdk, String config, String database) throws Exception {
    try (Connection local = DriverManager.getConnection(url("", database), "admin", "admin");
        Statement statement = local.createStatement()) {
      statement.execute("CREATE USER ALICE PASSWORD 'x' ADMIN");
    }
    List<String> command =
        AgentRun.on(jdk)
            .config(config)
            .option("-jar", h2Jar().toString(), "-tcp", "-tcpPort", "0")
            .commandLine();
    Process server =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    servers.add(server);
    return port(server);
  }

  private static int port(Process server) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(server.getInputStream()));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher running = RUNNING.matcher(line);
      if (running.matches()) {
        return Integer.parseInt(running.group(1));
      }
    }
    throw new IOException("the server ended");
  }

  private Connection connect(int port, String database, String user) throws SQLException {
    return DriverManager.getConnection(url("tcp://localhost:" + port + "/", database), user, "x");
  }

  private String url(String server, String database) {
    return "jdbc:h2:" + server + directory.resolve(database);
  }

  private static void query(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 42")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(42);
    }
  }

  private static Path h2Jar() throws URISyntaxException {
    return Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
