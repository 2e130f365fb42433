package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.limit.Log;
import io.github.ratelimitagent.limit.SiteTable;
import io.github.ratelimitagent.limit.template.Accessors;
import java.util.Collection;

/**
 * Weaves the limited classes of the JDK for trial, before the JVM offers any.
 *
 * <p>Weaving such a class may itself need it, or a subclass. While it is being loaded nobody can
 * have it: the JVM answers {@code ClassCircularityError}, and remembers that answer for the code
 * that asked, which may be the application's. After the trial all that weaving needs is loaded.
 */
final class Rehearsal {
  private Rehearsal() {}

  static void weave(Collection<String> classNames, CandidateIndex index, Accessors accessors) {
    ClassWeaver weaver =
        new ClassWeaver(
            new SiteRegistry(new SiteTable()), new MatchReport(new SilentLog()), accessors);
    ClassFiles files = ClassFiles.of(ClassLoader.getSystemClassLoader().getParent());
    for (String className : classNames) {
      try {
        byte[] classFile = files.bytes(className);
        if (classFile != null && !NeverWoven.contains(className)) {
          weaver.weave(className, classFile, null, null, index.of(className));
        }
      } catch (RuntimeException | LinkageError e) {
        // what is the matter will be said when the JVM offers the class
      }
    }
  }

  /** What is to be said will be said when it is in earnest. */
  private static final class SilentLog implements Log {
    @Override
    public void info(String message) {}

    @Override
    public void warn(String message) {}
  }
}
