package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.MethodCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What must be known of a method's code before it is woven, and stands behind its beginning. */
final class CodeFacts {
  private int locals;
  private int firstLine;

  private CodeFacts() {}

  /**
   * Reads the code of methods.
   *
   * @param methods the {@link MethodCode#key keys} of those that are wanted
   */
  static Map<String, CodeFacts> read(byte[] classFile, Set<String> methods) {
    Wanted wanted = new Wanted(methods);
    MethodCode.read(classFile, wanted);
    return wanted.read;
  }

  /** Reads some methods of a class. */
  private static final class Wanted implements MethodCode.Readers {
    final Map<String, CodeFacts> read = new HashMap<>();
    private final Set<String> keys;

    Wanted(Set<String> keys) {
      this.keys = keys;
    }

    @Override
    public @Nullable MethodVisitor of(int access, String name, String descriptor) {
      String key = MethodCode.key(name, descriptor);
      if (!keys.contains(key)) {
        return null;
      }
      CodeFacts facts = new CodeFacts();
      read.put(key, facts);
      return facts.reader();
    }
  }

  private MethodVisitor reader() {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitLineNumber(int line, Label start) {
        if (firstLine == 0) {
          firstLine = line;
        }
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        locals = maxLocals;
      }
    };
  }

  /** How many slots it uses. */
  int locals() {
    return locals;
  }

  /** The line in which it begins; 0 if its class file does not tell. */
  int firstLine() {
    return firstLine;
  }
}
