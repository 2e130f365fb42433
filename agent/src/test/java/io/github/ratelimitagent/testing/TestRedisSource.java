package io.github.ratelimitagent.testing;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.github.ratelimitagent.testing.TestRedis.Server;
import io.github.ratelimitagent.testing.TestRedis.Source;
import io.github.ratelimitagent.testing.TestRedis.Unusable;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Where {@link TestRedis} gets its server, in the order in which they are tried. */
enum TestRedisSource implements Source {
  URI {
    @Override
    public Server start() throws Unusable {
      String uri = System.getProperty("ratelimit.test.redis", "");
      if (uri.isEmpty()) {
        uri = Optional.ofNullable(System.getenv("RATELIMIT_TEST_REDIS")).orElse("");
      }
      if (uri.isEmpty()) {
        throw new Unusable("none given");
      }
      URI parsed = java.net.URI.create(uri);
      return new Server(
          uri, "uri", "the one given, at " + parsed.getHost() + ":" + parsed.getPort());
    }
  },

  TESTCONTAINERS {
    @Override
    public Server start() throws Unusable {
      String image =
          Optional.ofNullable(System.getenv("RATELIMIT_TEST_REDIS_IMAGE"))
              .filter(name -> !name.isEmpty())
              .orElse("redis:7.2-alpine");
      CompletableFuture<Server> started = new CompletableFuture<>();
      Thread starter = new Thread(() -> startContainer(image, started), "testcontainers-start");
      // an image that cannot be pulled can hang for minutes; the JVM must not wait for it
      starter.setDaemon(true);
      starter.start();
      try {
        return started.get(CONTAINER_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        starter.interrupt();
        throw new Unusable("container of " + image + " not up in " + CONTAINER_SECONDS + " s");
      } catch (ExecutionException e) {
        throw new Unusable(rootMessage(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Unusable("interrupted");
      }
    }
  },

  PATH {
    @Override
    public Server start() throws Unusable {
      RedisBinary binary =
          RedisBinary.onPath().orElseThrow(() -> new Unusable("no redis-server there"));
      return startProcess("path", binary);
    }
  },

  BUNDLED {
    @Override
    public Server start() throws Unusable {
      return startProcess("bundled", RedisBinary.bundled());
    }
  };

  private static final int CONTAINER_SECONDS = 30;

  static List<TestRedisSource> wanted(Optional<String> forced) {
    return forced
        .map(name -> List.of(valueOf(name.toUpperCase(Locale.ROOT))))
        .orElseGet(() -> List.of(values()));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Server startProcess(String source, RedisBinary binary) throws Unusable {
    try {
      RedisProcess process = RedisProcess.start(binary);
      return new Server(
          process.uri(), source, process.origin() + ", at 127.0.0.1:" + process.port());
    } catch (IllegalStateException e) {
      throw new Unusable(rootMessage(e));
    }
  }

  private static void startContainer(String image, CompletableFuture<Server> started) {
    try {
      if (!DockerClientFactory.instance().isDockerAvailable()) {
        throw new IllegalStateException("Docker does not run here");
      }
      GenericContainer<?> container =
          new GenericContainer<>(DockerImageName.parse(image))
              .withExposedPorts(6379)
              .withCommand("--save", "", "--appendonly", "no", "--protected-mode", "no")
              .waitingFor(Wait.forLogMessage(".*eady to accept connections.*", 1));
      String host = DockerClientFactory.instance().dockerHostIpAddress();
      if (host.equals("localhost") || host.equals("127.0.0.1")) {
        container.withCreateContainerCmdModifier(
            command ->
                command
                    .getHostConfig()
                    .withPortBindings(
                        new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(6379))));
        host = "127.0.0.1";
      }
      container.start();
      Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
      String uri = "redis://" + host + ":" + container.getMappedPort(6379);
      String description = "Testcontainers, " + image + ", at " + uri.substring(8);
      if (!started.complete(new Server(uri, "testcontainers", description))) {
        container.stop();
      }
    } catch (Throwable e) {
      started.completeExceptionally(e);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage());
    return root.getClass().getSimpleName() + ": " + message.lines().findFirst().orElse("");
  }
}
