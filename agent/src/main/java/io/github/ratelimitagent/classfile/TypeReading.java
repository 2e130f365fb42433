package io.github.ratelimitagent.classfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureVisitor;

/** Reads one type of a generic signature. */
final class TypeReading extends SignatureVisitor {
  private final Map<String, JavaType> variables;
  private final Consumer<JavaType> result;
  private final List<JavaType> arguments = new ArrayList<>(0);
  private int dimensions;
  private String className = "";

  /**
   * Hands the type to {@code result}.
   *
   * @param variables what is known of type variables; of others nothing is
   */
  TypeReading(Map<String, JavaType> variables, Consumer<JavaType> result) {
    super(Opcodes.ASM9);
    this.variables = variables;
    this.result = result;
  }

  @Override
  public void visitBaseType(char descriptor) {
    String name = Type.getType(String.valueOf(descriptor)).getClassName();
    result.accept(JavaType.of(name).array(dimensions));
  }

  @Override
  public void visitTypeVariable(String name) {
    result.accept(variables.getOrDefault(name, JavaType.OBJECT).array(dimensions));
  }

  @Override
  public SignatureVisitor visitArrayType() {
    dimensions++;
    return this;
  }

  @Override
  public void visitClassType(String name) {
    className = name.replace('/', '.');
  }

  @Override
  public void visitInnerClassType(String name) {
    className += '$' + name;
    arguments.clear();
  }

  @Override
  public void visitTypeArgument() {
    arguments.add(JavaType.OBJECT);
  }

  @Override
  public SignatureVisitor visitTypeArgument(char wildcard) {
    return new TypeReading(
        variables, wildcard == SUPER ? bound -> arguments.add(JavaType.OBJECT) : arguments::add);
  }

  @Override
  public void visitEnd() {
    result.accept(new JavaType(className, dimensions, arguments));
  }
}
