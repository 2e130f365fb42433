package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassModel;

/**
 * Classes made at run time to stand in front of others. The real method behind them is woven, and a
 * call is to count once.
 */
final class ProxyClasses {
  private static final String[] MARKS = {
    "$$EnhancerBy", "$$FastClassBy", "$$SpringCGLIB$$", "$$KeyFactoryBy", "$ByteBuddy$",
    "$HibernateProxy$", "$MockitoMock$", "_$$_jvst", "_$$_Weld", "$Proxy$_$$_"
  };

  private ProxyClasses() {}

  static boolean isProxy(ClassModel type) {
    if (type.isSynthetic()) {
      return true;
    }
    String name = type.name();
    for (String mark : MARKS) {
      if (name.contains(mark)) {
        return true;
      }
    }
    return "java.lang.reflect.Proxy".equals(type.superName());
  }
}
