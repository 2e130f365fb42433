package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.RateLimitExceededException;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.limit.template.Template;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files as old compilers, optimizers and broken tools leave them. */
class OddClassesTest {
  /** Of its own in each test, because the classes of other tests are still loaded. */
  private final String name = ClassMaker.freshName();

  @ParameterizedTest
  @ValueSource(ints = {46, 47, 48, 49, 50, 52})
  void elastic547_classFileOfOldVersion_isWovenCorrectly(int version) throws Throwable {
    byte[] classFile = ClassMaker.make(name, version, "java/lang/String");
    Limit perNumber =
        Limit.builder("per-number", WovenJvm.once(1)).key(Template.parse("{0}:{1}")).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(perNumber, name + ".add(..)")
            .limit("twice", 2, name + ".twice(int)")
            .install()) {
      Class<?> type = ClassMaker.load(name, classFile);
      Object made = type.getConstructor().newInstance();

      assertThat(App.call(made, "add", 3, 4L)).isEqualTo(7);
      assertThat(App.call(made, "add", 5, 4L)).isEqualTo(9);
      assertThatThrownBy(() -> App.call(made, "add", 3, 4L))
          .isInstanceOfSatisfying(
              RateLimitExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo("per-number");
                assertThat(e.key()).isEqualTo("3:4");
                assertThat(e).hasMessageNotContaining("3:4");
              });
      assertThat(App.callStatic(type, "twice", 21)).isEqualTo(42);
      assertThat(App.callStatic(type, "twice", 1)).isEqualTo(2);
      assertThatThrownBy(() -> App.callStatic(type, "twice", 1))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  /** As ProGuard and R8 leave them. */
  @ParameterizedTest
  @CsvSource({"49, {0}", "49, k", "50, {0}", "50, k", "52, {0}", "52, k", "61, {0}", "61, k"})
  void methodThatPutsAnotherTypeWhereAParameterWas_isWovenCorrectly(int version, String key)
      throws Throwable {
    Limit limit =
        Limit.builder("all", WovenJvm.once(1)).key(Template.parse("{method}:" + key)).build();
    try (WovenJvm jvm =
        new WovenJvm()
            .limit(limit, name + ".length(..)", name + ".own(..)", name + ".half(..)")
            .install()) {
      Class<?> type = ClassMaker.load(name, ReusedSlots.make(name, version));
      Object made = type.getConstructor().newInstance();

      assertOnce(() -> App.call(made, "length", "four"));
      assertOnce(() -> App.call(made, "own", "four"));
      assertOnce(() -> App.callStatic(type, "half", 1L, "four"));
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void methodThatIsTooLargeToBeWoven_isReported_andTheOthersAreLimited() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".*(..)").install()) {
      Class<?> type = ClassMaker.load(name, ReusedSlots.makeWithHuge(name));
      Object made = type.getConstructor().newInstance();

      assertThat(App.callStatic(type, "huge")).isEqualTo(32_700);
      assertThat(App.callStatic(type, "huge")).isEqualTo(32_700);
      assertOnce(() -> App.call(made, "length", "four"));
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith(name + ".huge() cannot be woven, so its calls are not limited by [all]");
    }
  }

  /** HotSpot compiles no method of more than 8000 bytes. */
  @ParameterizedTest
  @CsvSource({
    "plain, 7900, false",
    "plain, 7990, true",
    "plain, 8000, true",
    "plain, 8001, false",
    "<init>, 7990, false",
    "<init>, 7999, true",
    "<init>, 8001, false"
  })
  void methodThatGrowsTooLargeToBeCompiled_isWarnedOf(String method, int bytes, boolean warned)
      throws Throwable {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(52, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, "java/lang/Object", null);
    MethodVisitor large = writer.visitMethod(Opcodes.ACC_PUBLIC, method, "()V", null, null);
    large.visitCode();
    large.visitVarInsn(Opcodes.ALOAD, 0);
    if (method.equals("<init>")) {
      large.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    } else {
      large.visitInsn(Opcodes.DUP);
      large.visitInsn(Opcodes.POP2);
      large.visitInsn(Opcodes.NOP);
    }
    for (int i = 5; i < bytes; i++) {
      large.visitInsn(Opcodes.NOP);
    }
    large.visitInsn(Opcodes.RETURN);
    large.visitMaxs(0, 0);
    try (WovenJvm jvm =
        new WovenJvm().limit("all", 1, name + ".plain(..)", name + ".new(..)").install()) {
      ClassMaker.load(name, writer.toByteArray());

      assertThat(jvm.messages())
          .filteredOn(message -> message.contains("-XX:-DontCompileHugeMethods"))
          .hasSize(warned ? 1 : 0)
          .allMatch(
              message ->
                  message.startsWith(name + (method.equals("plain") ? ".plain()" : ".new()")));
    }
  }

  @Test
  void constructorThatIsTooLargeToBeWoven_leavesTheCountToTheOneThatBeginsWithIt()
      throws Throwable {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String internal = name.replace('.', '/');
    writer.visit(52, Opcodes.ACC_PUBLIC, internal, null, "java/lang/Object", null);
    MethodVisitor huge = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    huge.visitCode();
    huge.visitVarInsn(Opcodes.ALOAD, 0);
    huge.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    for (int i = 0; i < 65_530; i++) {
      huge.visitInsn(Opcodes.NOP);
    }
    huge.visitInsn(Opcodes.RETURN);
    huge.visitMaxs(0, 0);
    MethodVisitor small = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "(I)V", null, null);
    small.visitCode();
    small.visitVarInsn(Opcodes.ALOAD, 0);
    small.visitMethodInsn(Opcodes.INVOKESPECIAL, internal, "<init>", "()V", false);
    small.visitInsn(Opcodes.RETURN);
    small.visitMaxs(0, 0);
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".new(..)").install()) {
      Class<?> type = ClassMaker.load(name, writer.toByteArray());

      newInstance(type.getConstructor(int.class), 1);
      assertThatThrownBy(() -> newInstance(type.getConstructor(int.class), 1))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith(name + ".new() cannot be woven, so its calls are not limited by [all]");
    }
  }

  private static Object newInstance(Constructor<?> constructor, Object... arguments)
      throws Throwable {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 65535", "65535, 1", "65535, 65535"})
  void methodWithAllStackOrSlotsThereCanBe_isReported_andTheOthersAreLimited(int stack, int slots)
      throws Throwable {
    ClassWriter writer = ClassMaker.begin(name, 52, 0);
    MethodVisitor full =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "full", "()V", null, null);
    full.visitCode();
    full.visitInsn(Opcodes.RETURN);
    full.visitMaxs(stack, slots);
    MethodVisitor four =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "four", "()I", null, null);
    four.visitCode();
    four.visitInsn(Opcodes.ICONST_4);
    four.visitInsn(Opcodes.IRETURN);
    four.visitMaxs(1, 0);
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".*()").install()) {
      Class<?> type = ClassMaker.load(name, writer.toByteArray());
      App.callStatic(type, "full");
      App.callStatic(type, "full");
      assertOnce(() -> App.callStatic(type, "four"));
      assertThat(jvm.messages())
          .singleElement()
          .asString()
          .startsWith(name + ".full() cannot be woven, so its calls are not limited by [all]");
    }
  }

  @Test
  void byteBuddy780_missingParameterType_doesNotHinderTheOtherMethods() throws Throwable {
    byte[] classFile = ClassMaker.make(name, 52, "com/absent/Missing");
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".*(..)").install()) {
      Class<?> type = ClassMaker.load(name, classFile);
      // reflection would look for the missing type
      MethodHandle twice =
          MethodHandles.publicLookup()
              .findStatic(type, "twice", MethodType.methodType(int.class, int.class));

      assertThat(twice.invoke(2)).isEqualTo(4);
      assertThatThrownBy(() -> twice.invoke(2)).isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  @Test
  void malformedGenericSignature_isLimitedLikeOthers() throws Throwable {
    try (WovenJvm jvm = new WovenJvm().limit("all", 1, name + ".take(..)").install()) {
      Class<?> type =
          ClassMaker.load(name, ClassMaker.makeWithMalformedSignature(name, "java/lang/String"));
      Object made = type.getConstructor().newInstance();
      App.call(made, "take", "x");
      assertThatThrownBy(() -> App.call(made, "take", "x"))
          .isInstanceOf(RateLimitExceededException.class);
      assertThat(jvm.messages()).isEmpty();
    }
  }

  /** Answers 4, and no second time. */
  private static void assertOnce(Callable call) throws Throwable {
    assertThat(call.call()).isEqualTo(4);
    assertThatThrownBy(call::call).isInstanceOf(RateLimitExceededException.class);
  }

  private interface Callable {
    Object call() throws Throwable;
  }
}
