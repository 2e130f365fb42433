package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Weaves as much of a class as can be: a method that cannot be woven costs the others nothing. */
final class TolerantWeaving {
  private final MatchReport report;

  TolerantWeaving(MatchReport report) {
    this.report = report;
  }

  byte[] weave(byte[] classFile, Map<MethodModel, WovenMethod> methods) {
    Map<String, WovenMethod> byKey = new HashMap<>();
    for (Map.Entry<MethodModel, WovenMethod> method : methods.entrySet()) {
      byKey.put(method.getKey().key(), method.getValue());
    }
    Set<WovenMethod> large = new HashSet<>();
    try {
      byte[] woven = Weaving.weave(classFile, byKey, large);
      reportLarge(methods, large);
      return woven;
    } catch (RuntimeException | LinkageError e) {
      large.clear();
      byte[] woven = weaveEach(classFile, new ArrayList<>(methods.entrySet()), large);
      if (woven == null) {
        throw e;
      }
      reportLarge(methods, large);
      return woven;
    }
  }

  private void reportLarge(Map<MethodModel, WovenMethod> methods, Set<WovenMethod> large) {
    for (Map.Entry<MethodModel, WovenMethod> method : methods.entrySet()) {
      if (large.contains(method.getValue())) {
        report.grownTooLarge(method.getKey(), method.getValue().limits);
      }
    }
  }

  /** Finds out by trial which methods can be woven, in a class that would grow too large too. */
  private byte @Nullable [] weaveEach(
      byte[] classFile, List<Map.Entry<MethodModel, WovenMethod>> methods, Set<WovenMethod> large) {
    Map<String, WovenMethod> able = new HashMap<>();
    List<Runnable> reports = new ArrayList<>();
    byte[] widest = widest(classFile, methods, able, reports, large);
    if (widest != null) {
      reports.forEach(Runnable::run);
    }
    return widest;
  }

  /**
   * Adds to {@code able} those methods that can be woven beside it: all at once, else one half and
   * then the other. Many tries would take long, for each goes through the whole class.
   *
   * @return the class file with all that is in {@code able}; null if nothing was added
   */
  private byte @Nullable [] widest(
      byte[] classFile,
      List<Map.Entry<MethodModel, WovenMethod>> methods,
      Map<String, WovenMethod> able,
      List<Runnable> reports,
      Set<WovenMethod> large) {
    Map<String, WovenMethod> wider = new HashMap<>(able);
    methods.forEach(entry -> wider.put(entry.getKey().key(), entry.getValue()));
    try {
      byte[] woven = Weaving.weave(classFile, wider, large);
      able.putAll(wider);
      return woven;
    } catch (RuntimeException | LinkageError e) {
      if (methods.size() == 1) {
        Map.Entry<MethodModel, WovenMethod> unable = methods.get(0);
        reports.add(() -> report.notWoven(unable.getKey(), unable.getValue().limits, e));
        return null;
      }
    }
    int half = methods.size() / 2;
    byte[] first = widest(classFile, methods.subList(0, half), able, reports, large);
    byte[] second = widest(classFile, methods.subList(half, methods.size()), able, reports, large);
    return second == null ? first : second;
  }
}
