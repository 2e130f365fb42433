package io.github.ratelimitagent.classfile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/**
 * The types of a class's members and supertypes where the class has certain type arguments. Of one
 * that is used without the arguments it could have, all are erased (Java Language Specification,
 * 4.8). A signature that cannot be read counts as none. Immutable.
 */
public final class GenericClass {
  /** What is known of its type variables; null where it is used without arguments. */
  private final @Nullable Map<String, JavaType> variables;

  private final List<JavaType> supertypes;

  private GenericClass(@Nullable Map<String, JavaType> variables, List<JavaType> supertypes) {
    this.variables = variables;
    this.supertypes = supertypes;
  }

  /** A class with type arguments, of which there may be none. */
  public static GenericClass of(ClassModel model, List<JavaType> arguments) {
    String signature = model.signature();
    if (signature == null) {
      return new GenericClass(Collections.emptyMap(), erasedSupertypes(model));
    }
    try {
      ClassSignature read = new ClassSignature(arguments);
      new SignatureReader(signature).accept(read);
      return read.variables.size() == arguments.size()
          ? new GenericClass(read.variables, read.supertypes)
          : new GenericClass(null, erasedSupertypes(model));
    } catch (RuntimeException malformed) {
      return new GenericClass(null, erasedSupertypes(model));
    }
  }

  /** A class as its own code sees it: of its type variables nothing is known. */
  public static GenericClass ofOwn(ClassModel model) {
    return new GenericClass(Collections.emptyMap(), erasedSupertypes(model));
  }

  private static List<JavaType> erasedSupertypes(ClassModel model) {
    List<JavaType> supertypes = new ArrayList<>();
    String superName = model.superName();
    if (superName != null) {
      supertypes.add(JavaType.of(superName));
    }
    for (String interfaceName : model.interfaceNames()) {
      supertypes.add(JavaType.of(interfaceName));
    }
    return supertypes;
  }

  /** The superclass first, then the interfaces. */
  public List<JavaType> supertypes() {
    return Collections.unmodifiableList(supertypes);
  }

  /** Of a field that the class declares. */
  public JavaType typeOf(FieldModel field) {
    JavaType erased = JavaType.of(Type.getType(field.descriptor()));
    String signature = field.signature();
    if (signature == null || variables == null) {
      return erased;
    }
    List<JavaType> read = new ArrayList<>(1);
    try {
      new SignatureReader(signature).acceptType(new TypeReading(variables, read::add));
    } catch (RuntimeException malformed) {
      return erased;
    }
    return read.size() == 1 ? read.get(0) : erased;
  }

  /** Of a method that the class declares. */
  public JavaType returnTypeOf(MethodModel method) {
    JavaType erased = JavaType.of(Type.getReturnType(method.descriptor()));
    MethodSignature read = read(method);
    return read == null || read.returned.size() != 1 ? erased : read.returned.get(0);
  }

  /** Of a method that the class declares. */
  public List<JavaType> parameterTypesOf(MethodModel method) {
    List<JavaType> erased = new ArrayList<>();
    for (Type type : Type.getArgumentTypes(method.descriptor())) {
      erased.add(JavaType.of(type));
    }
    MethodSignature read = read(method);
    // signatures leave out what the compiler adds, such as the outer object of an inner class
    return read == null || read.parameters.size() != erased.size() ? erased : read.parameters;
  }

  private @Nullable MethodSignature read(MethodModel method) {
    String signature = method.signature();
    if (signature == null || variables == null) {
      return null;
    }
    try {
      MethodSignature read = new MethodSignature(variables);
      new SignatureReader(signature).accept(read);
      return read;
    } catch (RuntimeException malformed) {
      return null;
    }
  }

  /** The declared type variables, each with its argument, and the supertypes. */
  private static final class ClassSignature extends SignatureVisitor {
    private final List<JavaType> arguments;
    private final Map<String, JavaType> variables = new HashMap<>();
    private final List<JavaType> supertypes = new ArrayList<>();

    ClassSignature(List<JavaType> arguments) {
      super(Opcodes.ASM9);
      this.arguments = arguments;
    }

    @Override
    public void visitFormalTypeParameter(String name) {
      int index = variables.size();
      variables.put(name, index < arguments.size() ? arguments.get(index) : JavaType.OBJECT);
    }

    @Override
    public SignatureVisitor visitSuperclass() {
      return new TypeReading(variables, supertypes::add);
    }

    @Override
    public SignatureVisitor visitInterface() {
      return visitSuperclass();
    }
  }

  /** The types of parameters and of what is returned. */
  private static final class MethodSignature extends SignatureVisitor {
    private final Map<String, JavaType> variables;
    private final List<JavaType> parameters = new ArrayList<>();
    private final List<JavaType> returned = new ArrayList<>(1);

    MethodSignature(Map<String, JavaType> ofClass) {
      super(Opcodes.ASM9);
      this.variables = new HashMap<>(ofClass);
    }

    @Override
    public void visitFormalTypeParameter(String name) {
      // hides a variable of that name of the class
      variables.remove(name);
    }

    @Override
    public SignatureVisitor visitParameterType() {
      return new TypeReading(variables, parameters::add);
    }

    @Override
    public SignatureVisitor visitReturnType() {
      return new TypeReading(variables, returned::add);
    }
  }
}
