package io.github.ratelimitagent.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.acme.orders.Order;
import io.github.ratelimitagent.match.TypeView;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ClassFilesTest {
  private static final String NAME = "com.acme.Made";

  /** Gives no class file away. */
  private static class Closed extends ClassLoader {
    @Override
    public InputStream getResourceAsStream(String name) {
      return null;
    }
  }

  /** As a loader of an application that is being stopped. */
  private static final class Stopped extends ClassLoader {
    @Override
    public InputStream getResourceAsStream(String name) {
      throw new IllegalStateException("stopped");
    }
  }

  @Deprecated
  static class Annotated implements Supplier<String> {
    @Override
    public String get() {
      return "";
    }

    @Deprecated
    synchronized void old(int[] a, Order b) throws IOException {}
  }

  @Test
  void class_isDescribedAsItsFileSays() {
    ClassModel model = own().get(Annotated.class.getName());
    assertThat(model.annotations()).containsExactly("java.lang.Deprecated");
    assertThat(model.superName()).isEqualTo("java.lang.Object");
    assertThat(model.interfaceNames()).containsExactly("java.util.function.Supplier");
    MethodModel old = method(model, "old");
    assertThat(old).hasToString(Annotated.class.getName() + ".old(int[], com.acme.orders.Order)");
    assertThat(old.annotations()).containsExactly("java.lang.Deprecated");
    assertThat(old.exceptions()).containsExactly("java.io.IOException");
    assertThat(old.isSynchronized()).isTrue();
    assertThat(model.methods().stream().filter(MethodModel::isBridge)).hasSize(1);
  }

  @Test
  void ownBytes_comeBeforeWhatTheLoaderHas() {
    ClassFiles files =
        ClassFiles.of(NAME, made("Lorg/absent/Missing;"), getClass().getClassLoader());
    assertThat(files.get(NAME).methods())
        .singleElement()
        .hasToString("com.acme.Made.take(org.absent.Missing)");
    assertThat(files.find("org.absent.Missing")).isNull();
  }

  @Test
  void classesOfTheJdk_areFoundBehindALoaderThatHidesThem() {
    ClassFiles files = ClassFiles.of(new Closed());
    assertThat(files.get("java.lang.String").superName()).isEqualTo("java.lang.Object");
    assertThat(files.find(NAME)).isNull();
  }

  @Test
  void loaderThatFails_isToldFromOneThatHasNothing() {
    ClassFiles files = ClassFiles.of(new Stopped());
    assertThatThrownBy(() -> files.find(NAME))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessage("its class file cannot be read: java.lang.IllegalStateException: stopped");
    assertThat(files.findReadable(NAME)).isNull();
  }

  @Test
  void supertypeThatIsMissing_isKnownByItsName() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_8, 0, "com/acme/Made", null, "org/absent/Base", new String[] {"org/absent/I"});
    ClassModel model = ClassFiles.of(NAME, writer.toByteArray(), null).get(NAME);
    assertThat(model.supertypes().stream().map(TypeView::name))
        .containsExactly("org.absent.Base", "org.absent.I");
  }

  @Test
  void damagedFile_andThatOfAnotherClass_areToldApart() {
    byte[] order = JarMaker.classFile(Order.class);
    assertThatThrownBy(() -> ClassFiles.of(NAME, new byte[8], null).get(NAME))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessage("its class file is damaged");
    assertThatThrownBy(() -> ClassFiles.of(NAME, order, null).get(NAME))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessage("its class file is of com.acme.orders.Order");
    order[7] = 99;
    assertThatThrownBy(() -> ClassFiles.of(NAME, order, null).get(NAME))
        .isInstanceOf(UnreadableClassException.class)
        .hasMessage("its class file is newer than the agent knows, version 99");
  }

  @Test
  void malformedAnnotation_isNoObstacle() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, 0, "com/acme/Made", null, "java/lang/Object", null);
    writer.visitAnnotation("noDescriptor", true).visitEnd();
    writer.visitAnnotation("Lcom/acme/Limited;", true).visitEnd();
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_ABSTRACT, "take", "()V", null, null);
    method.visitAnnotation("", true).visitEnd();
    method.visitEnd();

    ClassModel model = ClassFiles.of(NAME, writer.toByteArray(), null).get(NAME);

    assertThat(model.annotations()).containsExactly("noDescriptor", "com.acme.Limited");
    assertThat(method(model, "take").annotations()).containsExactly("");
  }

  @Test
  void loadedClass_isDescribedLikeItsFile_whereItsLoaderDoesNotGiveItAway() {
    ClassModel loaded = LoadedClass.describe(Annotated.class, ClassFiles.of(new Closed()));
    ClassModel read = own().get(Annotated.class.getName());
    assertThat(loaded.name()).isEqualTo(read.name());
    assertThat(loaded.superName()).isEqualTo(read.superName());
    assertThat(loaded.interfaceNames()).isEqualTo(read.interfaceNames());
    assertThat(loaded.annotations()).isEqualTo(read.annotations());
    assertThat(loaded.methods().stream().map(MethodModel::key))
        .containsExactlyInAnyOrderElementsOf(
            read.methods().stream().map(MethodModel::key).toList());
    assertThat(method(loaded, "old").exceptions()).isEqualTo(method(read, "old").exceptions());
  }

  @Test
  void parameterNames_areThoseOfTheDebugInformation_orOfTheAttributeForThem() {
    assertThat(names(made("Ljava/lang/String;"), "take")).isNull();
    assertThat(names(withVariables("(JI)V", "amount", "count"), "take"))
        .containsExactly("amount", "count");
    assertThat(names(withVariables("(JI)V", "amount"), "take")).isNull();
    assertThat(names(withAttribute("amount", "count"), "take")).containsExactly("amount", "count");
    assertThat(names(withAttribute("amount", null), "take")).isNull();
  }

  /** As after another agent's code, or in what Kotlin makes of a function that suspends. */
  @Test
  void parameterNames_mayBeginBehindOtherCode() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_8, 0, "com/acme/Made", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(0, "take", "(JI)V", null, null);
    method.visitCode();
    method.visitLabel(new Label());
    method.visitInsn(Opcodes.ICONST_0);
    method.visitVarInsn(Opcodes.ISTORE, 4);
    Label begin = new Label();
    method.visitLabel(begin);
    method.visitInsn(Opcodes.NOP);
    Label again = new Label();
    method.visitLabel(again);
    method.visitInsn(Opcodes.RETURN);
    Label end = new Label();
    method.visitLabel(end);
    method.visitLocalVariable("countAgain", "I", null, again, end, 3);
    method.visitLocalVariable("amount", "J", null, begin, end, 1);
    method.visitLocalVariable("count", "I", null, begin, end, 3);
    method.visitMaxs(0, 0);

    assertThat(names(writer.toByteArray(), "take")).containsExactly("amount", "count");
  }

  private static List<String> names(byte[] classFile, String method) {
    ClassModel model = ClassFiles.of(NAME, classFile, null).get(NAME);
    return ParameterNames.of(method(model, method), classFile);
  }

  private static byte[] made(String parameter) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, 0, "com/acme/Made", null, "java/lang/Object", null);
    writer.visitMethod(Opcodes.ACC_ABSTRACT, "take", "(" + parameter + ")V", null, null).visitEnd();
    return writer.toByteArray();
  }

  private static byte[] withAttribute(String... names) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, 0, "com/acme/Made", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_ABSTRACT, "take", "(JI)V", null, null);
    for (String name : names) {
      method.visitParameter(name, 0);
    }
    method.visitEnd();
    return writer.toByteArray();
  }

  /** With names of variables that are there from the beginning, and one that comes later. */
  private static byte[] withVariables(String descriptor, String... names) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_8, 0, "com/acme/Made", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(0, "take", descriptor, null, null);
    method.visitCode();
    Label begin = new Label();
    method.visitLabel(begin);
    method.visitInsn(Opcodes.ICONST_0);
    method.visitVarInsn(Opcodes.ISTORE, 3);
    Label later = new Label();
    method.visitLabel(later);
    method.visitInsn(Opcodes.RETURN);
    Label end = new Label();
    method.visitLabel(end);
    int[] slots = {1, 3};
    for (int i = 0; i < names.length; i++) {
      method.visitLocalVariable(names[i], i == 0 ? "J" : "I", null, begin, end, slots[i]);
    }
    method.visitLocalVariable("later", "I", null, later, end, 3);
    method.visitMaxs(0, 0);
    return writer.toByteArray();
  }

  private static ClassFiles own() {
    return ClassFiles.of(ClassFilesTest.class.getClassLoader());
  }

  private static MethodModel method(ClassModel model, String name) {
    return model.methods().stream()
        .filter(method -> method.name().equals(name))
        .findAny()
        .orElseThrow();
  }
}
