package io.github.ratelimitagent.store.redis;

import static io.github.ratelimitagent.store.redis.Stores.claim;
import static io.github.ratelimitagent.store.redis.Stores.tryAcquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.StoreException;
import io.github.ratelimitagent.testing.ProxiedRedis;
import io.github.ratelimitagent.testing.RecordedLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import redis.clients.jedis.Jedis;

/** Which thread does what, and that none stays. */
class RedisStoreThreadsTest extends ProxiedRedis {

  @Test
  void close_endsThreadsAndConnections() throws InterruptedException {
    try (Jedis client = Stores.client(server.port())) {
      for (int i = 0; i < 5; i++) {
        RedisStore store = Stores.start(Stores.patient(server.uri()));
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < 20; caller++) {
          Thread thread = new Thread(() -> tryAcquire(store, claim("user:1", 10)));
          thread.start();
          callers.add(thread);
        }
        for (Thread thread : callers) {
          thread.join();
        }
        store.close();
      }
      await().untilAsserted(() -> assertThat(agentThreads()).isEmpty());
      await().until(() -> !client.clientList().contains("name=ratelimit-agent"));
    }
  }

  @Test
  void close_whileConnectingHangs_endsTheThreadAtOnce() {
    proxy.blackHole();
    RedisStore store = Stores.start(Stores.patient(proxy.uri()));
    await().until(() -> proxy.accepted() == 1);

    store.close();

    await()
        .atMost(Stores.PATIENT.dividedBy(2))
        .untilAsserted(() -> assertThat(agentThreads()).isEmpty());
  }

  @Test
  void threads_areDaemonsWithTheAgentsLoader() {
    Thread.currentThread().setContextClassLoader(new ClassLoader(null) {});
    try (RedisStore store = Stores.start(Stores.patient(server.uri()))) {
      assertThat(tryAcquire(store, claim("user:1", 10))).isInstanceOf(Decision.class);

      assertThat(agentThreads()).isNotEmpty().allMatch(Thread::isDaemon);
      assertThat(agentThreads())
          .extracting(Thread::getContextClassLoader)
          .containsOnly(RedisStore.class.getClassLoader());
    } finally {
      Thread.currentThread().setContextClassLoader(RedisStore.class.getClassLoader());
    }
  }

  @Test
  void connections_areOpenedByTheAgentsThreadOnly() throws Exception {
    try (RecordingLoader loader = new RecordingLoader()) {
      Class<?> options = loader.loadClass(RedisOptions.class.getName());
      Object builder = options.getMethod("builder", String.class).invoke(null, server.uri());
      Class<?> threads = loader.loadClass(AgentThreads.class.getName());
      Class<?> log = loader.loadClass(Log.class.getName());
      Object store =
          loader
              .loadClass(RedisStore.class.getName())
              .getMethod("start", options, threads, log)
              .invoke(
                  null,
                  builder.getClass().getMethod("build").invoke(builder),
                  threads.getConstructor().newInstance(),
                  loader.loadClass(RecordedLog.class.getName()).getConstructor().newInstance());
      try {
        assertThat(
                store
                    .getClass()
                    .getMethod("awaitFirstConnection", Duration.class)
                    .invoke(store, Duration.ofSeconds(10)))
            .isEqualTo(true);
        assertThat(loader.loadedBy).containsKey("redis.clients.jedis.Connection");
        assertThat(loader.loadedBy)
            .allSatisfy((type, thread) -> assertThat(thread).as(type).isEqualTo("ratelimit-redis"));
      } finally {
        ((AutoCloseable) store).close();
      }
    }
  }

  @Test
  void acquire_interruptedWhileTheReplyIsOnItsWay_answersAndKeepsTheFlag() throws Exception {
    assertInterruptIsHarmless(
        task -> {
          Thread thread = new Thread(task);
          thread.start();
          return thread;
        });
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void acquire_virtualThreadInterruptedWhileTheReplyIsOnItsWay_answersAndKeepsTheFlag()
      throws Exception {
    assertInterruptIsHarmless(
        task ->
            (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task));
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void acquire_manyVirtualThreadsAndNoReply_allLeaveAtTheirDeadline() throws Exception {
    List<Claim> claims = claim("user:1", 10);
    try (RedisStore store = Stores.start(Stores.quick(proxy.uri()))) {
      assertThat(tryAcquire(store, claims)).isInstanceOf(Decision.class);
      proxy.delay(Duration.ofMinutes(1));
      List<FutureTask<Object>> answers = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        FutureTask<Object> answer = new FutureTask<>(() -> tryAcquire(store, claims));
        answers.add(answer);
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, answer);
      }
      for (FutureTask<Object> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS)).isInstanceOf(StoreException.class);
      }
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void acquire_manyVirtualThreadsOnOneBucket_eachIsAnsweredAndCapacityIsGiven() throws Exception {
    List<Claim> claims = claim("user:1", 3_000);
    AtomicInteger allowed = new AtomicInteger();
    try (RedisStore store = Stores.start(Stores.patient(proxy.uri()))) {
      List<FutureTask<Object>> callers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        FutureTask<Object> caller =
            new FutureTask<>(
                () -> {
                  for (int call = 0; call < 50; call++) {
                    if (store.acquire(claims).isAllowed()) {
                      allowed.incrementAndGet();
                    }
                  }
                  return null;
                });
        callers.add(caller);
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, caller);
      }
      for (FutureTask<Object> caller : callers) {
        caller.get(30, TimeUnit.SECONDS);
      }
    }
    assertThat(allowed).hasValue(3_000);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void close_virtualThreadsWait_allLeaveAtTheirDeadline() throws Exception {
    List<Claim> claims = claim("user:1", 10);
    List<FutureTask<Object>> answers = new ArrayList<>();
    try (RedisStore store = Stores.start(Stores.quick(proxy.uri()))) {
      assertThat(tryAcquire(store, claims)).isInstanceOf(Decision.class);
      proxy.delay(Duration.ofMinutes(1));
      for (int i = 0; i < 100; i++) {
        FutureTask<Object> answer = new FutureTask<>(() -> tryAcquire(store, claims));
        answers.add(answer);
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, answer);
      }
    }
    for (FutureTask<Object> answer : answers) {
      assertThat(answer.get(10, TimeUnit.SECONDS)).isInstanceOf(StoreException.class);
    }
  }

  private void assertInterruptIsHarmless(Starter starter) throws Exception {
    List<Claim> claims = claim("user:1", 10);
    try (RedisStore store = Stores.start(Stores.patient(proxy.uri()))) {
      assertThat(tryAcquire(store, claims)).isInstanceOf(Decision.class);
      proxy.delay(Duration.ofMillis(300));
      FutureTask<Object> answer =
          new FutureTask<>(
              () -> {
                Object decision = tryAcquire(store, claims);
                return Thread.currentThread().isInterrupted() ? decision : "flag lost";
              });

      Thread thread = starter.start(answer);
      await()
          .until(
              () ->
                  thread.getState() == Thread.State.TIMED_WAITING
                      // virtual threads have no timer of their own
                      || thread.getState() == Thread.State.WAITING
                      || thread.getState() == Thread.State.RUNNABLE);
      TimeUnit.MILLISECONDS.sleep(100);
      thread.interrupt();

      assertThat(answer.get()).isInstanceOf(Decision.class);
      proxy.pass();
      assertThat(((Decision) tryAcquire(store, claims)).remaining()).isEqualTo(7);
      assertThat(proxy.accepted()).isEqualTo(1);
    }
  }

  static List<Thread> agentThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("ratelimit-redis"))
        .toList();
  }

  private interface Starter {
    Thread start(Runnable task) throws ReflectiveOperationException;
  }

  /** Defines the agent and the client anew and knows which thread has asked for the client. */
  private static final class RecordingLoader extends URLClassLoader {
    final Map<String, String> loadedBy = new ConcurrentHashMap<>();

    RecordingLoader() {
      super(new URL[0], RecordingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean client = name.startsWith("redis.clients.");
      if (!client && !name.startsWith("io.github.ratelimitagent.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        if (client) {
          loadedBy.put(name, Thread.currentThread().getName());
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
          if (in == null) {
            throw new ClassNotFoundException(name);
          }
          byte[] bytes = in.readAllBytes();
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }
}
