package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Weaves as much of a class as can be: a method that cannot be woven costs the others nothing. */
final class TolerantWeaving {
  private final MatchReport report;

  TolerantWeaving(MatchReport report) {
    this.report = report;
  }

  byte[] weave(byte[] classFile, Map<MethodModel, WovenMethod> methods) {
    Map<String, WovenMethod> byKey = new HashMap<>();
    methods.forEach((method, woven) -> byKey.put(method.key(), woven));
    try {
      return Weaving.weave(classFile, byKey);
    } catch (RuntimeException | LinkageError e) {
      byte[] woven = weaveEach(classFile, methods);
      if (woven == null) {
        throw e;
      }
      return woven;
    }
  }

  /** Finds out by trial which methods can be woven, in a class that would grow too large too. */
  private byte @Nullable [] weaveEach(byte[] classFile, Map<MethodModel, WovenMethod> methods) {
    Map<String, WovenMethod> able = new HashMap<>();
    List<Runnable> reports = new ArrayList<>();
    byte[] widest = null;
    for (Map.Entry<MethodModel, WovenMethod> entry : methods.entrySet()) {
      String key = entry.getKey().key();
      able.put(key, entry.getValue());
      try {
        widest = Weaving.weave(classFile, able);
      } catch (RuntimeException | LinkageError e) {
        able.remove(key);
        reports.add(() -> report.notWoven(entry.getKey(), entry.getValue().limits, e));
      }
    }
    if (widest != null) {
      reports.forEach(Runnable::run);
    }
    return widest;
  }
}
