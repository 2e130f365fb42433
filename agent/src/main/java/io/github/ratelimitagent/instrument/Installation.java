package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.AgentThreads;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.SiteTable;
import io.github.ratelimitagent.limit.template.Accessors;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The weaver as installed in this JVM. Safe for many threads. */
public final class Installation {
  private final Instrumentation instrumentation;
  private final CandidateIndex index;
  private final MatchReport report;
  private final LoadedClasses loadedClasses;
  private final Weaver weaver;

  private Installation(
      Instrumentation instrumentation,
      CandidateIndex index,
      MatchReport report,
      LoadedClasses loadedClasses,
      Weaver weaver) {
    this.instrumentation = instrumentation;
    this.index = index;
    this.report = report;
    this.loadedClasses = loadedClasses;
    this.weaver = weaver;
  }

  /**
   * Weaves every class that is loaded from now on, and those that are loaded already.
   *
   * @param accessors how properties of the application's objects are read
   * @param listener is told of the first classes
   * @param probeSite the number under which {@link #fireProbe} calls the gate
   */
  public static Installation install(
      Instrumentation instrumentation,
      List<CoveredLimit> limits,
      SiteTable sites,
      AgentThreads threads,
      Accessors accessors,
      Log log,
      WeavingListener listener,
      int probeSite) {
    CandidateIndex index = new CandidateIndex(limits);
    MatchReport report = new MatchReport(log);
    LoadedClasses loadedClasses = new LoadedClasses(instrumentation);
    Weaver weaver =
        new Weaver(
            index,
            threads,
            report,
            new SiteRegistry(sites),
            loadedClasses,
            accessors,
            listener,
            probeSite);
    Installation installation =
        new Installation(instrumentation, index, report, loadedClasses, weaver);
    Set<String> jdkClasses = index.jdkClasses();
    if (!jdkClasses.isEmpty()) {
      weaver.prepare();
      Rehearsal.weave(jdkClasses, index, accessors);
    }
    boolean complete = false;
    try {
      instrumentation.addTransformer(weaver, true);
      installation.offerMissed(report::warn);
      complete = true;
    } finally {
      if (!complete) {
        installation.remove();
      }
    }
    return installation;
  }

  /** As {@link #offerMissed}, if a class was offered since the last time, and any can be missed. */
  public void offerMissedSinceLastTime(Consumer<String> warn) {
    if (loadedClasses.takeMayHaveMissed()) {
      offerMissed(warn);
    }
  }

  /**
   * Has the JVM offer classes again that were loaded while the weaver was busy. May take long.
   *
   * @param warn is told which classes it refuses to offer
   */
  public void offerMissed(Consumer<String> warn) {
    for (String refused : loadedClasses.offerMissed(index)) {
      warn.accept("class " + refused + " was loaded before the agent and cannot be woven any more");
    }
  }

  /**
   * Loads and calls a class that the JVM offers to the weaver; its gate call has the probe's site.
   */
  public void fireProbe() throws ReflectiveOperationException, IOException {
    new ProbeLoader().fire();
  }

  /**
   * Stops weaving, and gives woven classes their own bodies back: a later installation numbers its
   * sites anew, and must not be asked under old numbers.
   */
  public void remove() {
    instrumentation.removeTransformer(weaver);
    loadedClasses.offerAgain(index);
  }

  /**
   * Limits that have covered no method so far, and excludes that have kept none out, with what may
   * have been meant.
   */
  public List<String> unmatched() {
    UnmatchedLimits unmatched =
        new UnmatchedLimits(loadedClasses.known(), LoadedClasses.onClassPath());
    List<CoveredLimit> limits = report.unmatched(index.limits());
    List<String> descriptions = unmatched.describe(limits);
    Set<CoveredLimit> matchedNothing = new HashSet<>(limits);
    for (CoveredLimit limit : index.limits()) {
      if (!matchedNothing.contains(limit)) {
        descriptions.addAll(unmatched.describeExcludes(limit, report.idleExcludes(limit)));
      }
    }
    return descriptions;
  }
}
