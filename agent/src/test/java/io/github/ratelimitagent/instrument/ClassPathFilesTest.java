package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.acme.orders.Order;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files on the class path that are damaged, of the future, or refer to others that are
 * missing.
 */
class ClassPathFilesTest extends ClassPathCheckFixture {
  @Test
  void brokenClassFile_isNoted_andOthersAreChecked() throws IOException {
    byte[] truncated = Arrays.copyOf(JarMaker.classFile(Order.class), 100);
    jar.add("com/acme/Truncated.class", truncated)
        .add("com/acme/Garbage.class", "no class".getBytes())
        .add("com/acme/Empty.class", new byte[0]);
    LimitCoverage coverage = check(limit("com.acme.*.charge(String)"));
    assertThat(coverage.methods()).containsExactly(CHARGE_BY_USER);
    assertThat(coverage.warnings()).isEmpty();
    assertThat(path.unreadable().keySet())
        .containsExactly("com.acme.Empty", "com.acme.Garbage", "com.acme.Truncated");
    assertThat(path.unreadable().values()).allMatch(why -> why.equals("its class file is damaged"));
  }

  @Test
  void classOfAFutureVersion_isTheReasonWhyNothingIsCovered() throws IOException {
    byte[] future = JarMaker.classFile(Order.class);
    future[7] = (byte) 250;
    jar.add("com/acme/Future.class", future);
    LimitCoverage coverage = check(limit("com.acme.Future.*(..)"));
    assertThat(coverage.problems())
        .containsExactly(
            "com.acme.Future.*(..) covers nothing: the class com.acme.Future cannot be read: its"
                + " class file is newer than the agent knows, version 250");
  }

  @Test
  void missingSupertypes_areNotedOnce_andNoObstacle() throws IOException {
    jar.add("com/acme/Sub.class", ClassMaker.makeSubclass("com.acme.Sub", "com/other/Missing"))
        .add("com/acme/SubSub.class", ClassMaker.makeSubclass("com.acme.SubSub", "com/acme/Sub"));
    List<CoveredLimit> limits =
        List.of(
            limit("com.acme.Repository+.save(..)"),
            limit("com.other.Missing+.add(..)"),
            keyed("another key", "com.acme.Sub.add(..)"));
    path = ClassPathCheck.of(limits, written());
    assertThat(path.incomplete())
        .containsOnly(
            entry("com.acme.Sub", "com.other.Missing"),
            entry("com.acme.SubSub", "com.other.Missing"));
    assertThat(path.unreadable()).isEmpty();
    assertThat(path.limits())
        .allSatisfy(of -> assertThat(of.warnings()).isEmpty())
        .allSatisfy(of -> assertThat(of.problems()).isEmpty());
    assertThat(path.limits().get(1).methods())
        .containsExactly("com.acme.Sub.add(int, long)", "com.acme.SubSub.add(int, long)");
    assertThat(path.limits().get(2).methods()).containsExactly("com.acme.Sub.add(int, long)");
  }

  @Test
  void limitsThatTakeFromOneBucketForTheSameCall_areWarnedOfOnce() throws IOException {
    jar.add("com/acme/Odd.class", ClassMaker.make("com.acme.Odd", 52, "com/other/Missing"));
    List<CoveredLimit> limits =
        List.of(
            keyed("one key", "com.acme.Odd.take(..)"),
            keyed("another key", "com.acme.Odd.take(..)"),
            keyed("one key", "com.acme.Odd.*(..)"));
    path = ClassPathCheck.of(limits, written());
    assertThat(path.limits().get(0).warnings())
        .singleElement()
        .asString()
        .startsWith("com.acme.Odd.take(com.other.Missing): limit x covers it too")
        .contains("from one bucket");
    assertThat(path.limits().get(1).warnings()).isEmpty();
    assertThat(path.limits().get(2).warnings()).isEmpty();
  }

  @Test
  void parameterByNameAndByPosition_isOneKey() throws IOException {
    List<CoveredLimit> limits =
        List.of(keyed("{{user}}:{userId}", CHARGE_BY_USER), keyed("{{user}}:{0}", CHARGE_BY_USER));
    path = ClassPathCheck.of(limits, written());
    assertThat(path.limits().get(0).warnings())
        .singleElement()
        .asString()
        .contains("covers it too");
  }

  @Test
  void classWithMissingTypes_isChecked() throws IOException {
    jar.add("com/acme/Odd.class", ClassMaker.make("com.acme.Odd", 52, "com/other/Missing"));
    LimitCoverage coverage = check(keyed("{0}", "com.acme.Odd.take(..)"));
    assertThat(coverage.methods()).containsExactly("com.acme.Odd.take(com.other.Missing)");
    assertThat(coverage.problems()).isEmpty();
  }

  @Test
  void classWithAMalformedSignature_isCovered_asTheAgentWeavesIt() throws IOException {
    jar.add(
        "com/acme/Odd.class",
        ClassMaker.makeWithMalformedSignature("com.acme.Odd", "java/lang/String"));
    LimitCoverage coverage = check(limit("com.acme.Odd.take(..)"));
    assertThat(coverage.methods()).containsExactly("com.acme.Odd.take(String)");
    assertThat(path.unreadable()).isEmpty();
  }

  @Test
  void superclassWithDamagedCode_isNoObstacle() throws IOException {
    ClassWriter sub = new ClassWriter(0);
    sub.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "com/acme/Sub", null, "com/acme/Base", null);
    MethodVisitor constructor = sub.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "com/acme/Base", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(1, 1);
    byte[] base = ClassMaker.begin("com.acme.Base", 52, 0).toByteArray();
    // its last instruction, before two empty tables and the number of attributes
    assertThat(base[base.length - 7]).isEqualTo((byte) Opcodes.RETURN);
    base[base.length - 7] = (byte) 0xFF;
    jar.add("com/acme/Base.class", base).add("com/acme/Sub.class", sub.toByteArray());
    LimitCoverage coverage = check(limit("com.acme.Sub.new()"));
    assertThat(coverage.methods()).containsExactly("com.acme.Sub.new()");
    assertThat(path.unreadable()).isEmpty();
  }

  @Test
  void classUnderAnotherName_isNotTakenForIt() throws IOException {
    jar.add("com/acme/Moved.class", JarMaker.classFile(Order.class));
    LimitCoverage coverage = check(limit("com.acme.Moved.*(..)"));
    assertThat(coverage.methods()).isEmpty();
    assertThat(path.unreadable())
        .containsOnly(entry("com.acme.Moved", "its class file is of com.acme.orders.Order"));
  }
}
