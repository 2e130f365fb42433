package io.github.ratelimitagent.agent;

import io.github.ratelimitagent.gate.Gate;
import io.github.ratelimitagent.gate.Modules;
import io.github.ratelimitagent.instrument.CoveredLimit;
import io.github.ratelimitagent.instrument.Installation;
import io.github.ratelimitagent.instrument.WeavingListener;
import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Dispatcher;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.SiteTable;
import io.github.ratelimitagent.limit.template.AccessOpener;
import io.github.ratelimitagent.limit.template.Accessors;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The agent as it runs in this JVM: the gate's handler, the weaver, and the thread for what can
 * wait. Safe for many threads. Not linked before the gate is defined.
 */
final class RunningAgent {
  private static final int UNMATCHED_REPORT_SECONDS = 60;
  private static final int WARNING_DELAY_SECONDS = 1;
  private static final int CONNECT_DELAY_SECONDS = 1;
  private static final int MISSED_CHECK_SECONDS = 1;

  private final Dispatcher dispatcher;
  private final Background background;
  private final Summary summary;
  private final Stores stores;
  private final Log log;
  private final LateWarnings lateWarnings;

  /** Completed by the starting thread, while classes may be woven already. */
  private final CompletableFuture<Installation> installation = new CompletableFuture<>();

  private boolean unmatchedSaid;

  private RunningAgent(
      Dispatcher dispatcher, Background background, Summary summary, Stores stores, Log log) {
    this.dispatcher = dispatcher;
    this.background = background;
    this.summary = summary;
    this.stores = stores;
    this.log = log;
    this.lateWarnings = new LateWarnings(log);
  }

  /**
   * Starts limiting.
   *
   * @throws OtherAgentException if another agent limits this JVM already
   * @throws StartException if the gate does not work
   */
  static RunningAgent start(
      Instrumentation instrumentation,
      List<CoveredLimit> limits,
      AgentThreads threads,
      Stores stores,
      Summary summary,
      long summaryIntervalMillis,
      Log log) {
    SiteTable sites = new SiteTable();
    Modules modules = new Modules(instrumentation);
    AccessOpener opener = modules::open;
    Accessors accessors = new Accessors(opener);
    Dispatcher dispatcher = new Dispatcher(sites, threads, stores.outermost(), opener, log);
    Gate gate = Gate.connect(dispatcher);
    if (gate == null) {
      throw new OtherAgentException();
    }
    RunningAgent agent =
        new RunningAgent(dispatcher, new Background(threads, log), summary, stores, log);
    boolean started = false;
    try {
      agent.proveGate();
      // also loads what a later task needs, of which a class may be limited
      agent.background.soon(agent.new Chores(summaryIntervalMillis));
      agent.installation.complete(
          Installation.install(
              instrumentation,
              limits,
              sites,
              threads,
              accessors,
              log,
              agent.new FirstClasses(),
              Dispatcher.PROBE_SITE));
      agent.speakLast(threads);
      started = true;
    } finally {
      if (!started) {
        // first: what has been woven may not be given its own body back everywhere
        gate.disconnect();
        agent.background.stop();
        agent.installation.thenAccept(Installation::remove);
      }
    }
    return agent;
  }

  private void speakLast(AgentThreads threads) {
    Thread end =
        new Thread("ratelimit-agent-end") {
          @Override
          public void run() {
            lastWords(threads);
          }
        };
    end.setContextClassLoader(RunningAgent.class.getClassLoader());
    Runtime.getRuntime().addShutdownHook(end);
  }

  private void proveGate() {
    try {
      Gate.fire(Dispatcher.PROBE_SITE);
    } catch (Throwable e) {
      throw new StartException("the gate does not work in this JVM: " + e);
    }
    if (!dispatcher.takeProbeFired()) {
      throw new StartException("the gate does not reach the agent in this JVM");
    }
  }

  /** On the background thread: the JVM offers no class that is loaded while it offers another. */
  private void afterFirstWeave() throws Exception {
    Installation installed = installation.get();
    installed.offerMissed(lateWarnings::add);
    installed.fireProbe();
    if (!dispatcher.takeProbeFired()) {
      lateWarnings.add(
          "the self-test failed: a method woven just now does not call the agent; limits may have no"
              + " effect in this JVM");
    }
    background.after(WARNING_DELAY_SECONDS, TimeUnit.SECONDS, lateWarnings::say);
  }

  private void offerMissed() {
    installation.join().offerMissedSinceLastTime(lateWarnings::add);
  }

  private void reportUnmatched() {
    installation.join().offerMissed(lateWarnings::add);
    background.after(WARNING_DELAY_SECONDS, TimeUnit.SECONDS, lateWarnings::say);
    sayUnmatched();
  }

  private synchronized void sayUnmatched() {
    if (!unmatchedSaid) {
      unmatchedSaid = true;
      for (String message : installation.join().unmatched()) {
        log.warn(message);
      }
    }
  }

  /**
   * The store stays open: the application may still be serving, from shutdown hooks of its own, and
   * its limits must hold until it ends.
   */
  private void lastWords(AgentThreads threads) {
    threads.setInside(true);
    background.stop();
    lateWarnings.end();
    stores.beforeEnd();
    sayUnmatched();
    summary.write();
    log.flush();
  }

  /** Puts on the background thread's list what is to be done over and over again, or later. */
  private final class Chores implements Background.Task {
    private final long summaryIntervalMillis;

    Chores(long summaryIntervalMillis) {
      this.summaryIntervalMillis = summaryIntervalMillis;
    }

    @Override
    public void run() {
      stores.maintainOn(background);
      // also where nothing is limited yet, for what is wrong with Redis is to be known early
      background.after(CONNECT_DELAY_SECONDS, TimeUnit.SECONDS, stores::connect);
      background.after(CONNECT_DELAY_SECONDS, TimeUnit.SECONDS, EarlyClasses::initialize);
      background.every(MISSED_CHECK_SECONDS, TimeUnit.SECONDS, RunningAgent.this::offerMissed);
      background.every(summaryIntervalMillis, TimeUnit.MILLISECONDS, summary::write);
      background.after(
          UNMATCHED_REPORT_SECONDS, TimeUnit.SECONDS, RunningAgent.this::reportUnmatched);
    }
  }

  /** What the first classes bring about. */
  private final class FirstClasses implements WeavingListener {
    @Override
    public void firstCandidate() {
      stores.connect();
    }

    @Override
    public void firstWoven() {
      background.soon(new AfterFirstWeave());
    }
  }

  private final class AfterFirstWeave implements Background.Task {
    @Override
    public void run() throws Exception {
      afterFirstWeave();
    }
  }
}
