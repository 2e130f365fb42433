package io.github.ratelimitagent.instrument;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/** Weaves as much of a class as can be: a method that cannot be woven costs the others nothing. */
final class TolerantWeaving {
  private final Weaving weaving = new Weaving();
  private final MatchReport report;

  TolerantWeaving(MatchReport report) {
    this.report = report;
  }

  byte[] weave(
      TypeDescription type,
      ClassFiles files,
      Map<MethodDescription.InDefinedShape, WovenMethod> methods) {
    try {
      return weaving.weave(type, files, methods);
    } catch (RuntimeException | LinkageError e) {
      byte[] woven = weaveEach(type, files, methods);
      if (woven == null) {
        throw e;
      }
      return woven;
    }
  }

  /**
   * Finds out by trial which methods can be woven. All work on copies of their arguments: what a
   * class file says of its slots need not be what is done with them. Null if none can.
   */
  private byte @Nullable [] weaveEach(
      TypeDescription type,
      ClassFiles files,
      Map<MethodDescription.InDefinedShape, WovenMethod> methods) {
    Map<MethodDescription.InDefinedShape, WovenMethod> able = new LinkedHashMap<>();
    List<Runnable> reports = new ArrayList<>();
    for (Map.Entry<MethodDescription.InDefinedShape, WovenMethod> entry : methods.entrySet()) {
      WovenMethod copied = entry.getValue().withReusedSlots();
      try {
        weaving.weave(type, files, Collections.singletonMap(entry.getKey(), copied));
        able.put(entry.getKey(), copied);
      } catch (RuntimeException | LinkageError e) {
        reports.add(() -> report.notWoven(entry.getKey(), copied.limits, e));
      }
    }
    if (able.isEmpty()) {
      return null;
    }
    byte[] woven = weaving.weave(type, files, able);
    reports.forEach(Runnable::run);
    return woven;
  }
}
