package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassFiles;
import io.github.ratelimitagent.classfile.JavaType;
import io.github.ratelimitagent.limit.template.DeclaredType;
import io.github.ratelimitagent.limit.template.DeclaredTypeContract;
import org.objectweb.asm.Type;

class ClassFileTypeTest extends DeclaredTypeContract {
  @Override
  protected DeclaredType typeOf(Class<?> type) {
    return new ClassFileType(JavaType.of(Type.getType(type)), ClassFiles.of(type.getClassLoader()));
  }
}
