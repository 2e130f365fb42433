package io.github.ratelimitagent.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.acme.PaymentService;
import com.acme.Repository;
import com.acme.orders.Order;
import com.acme.orders.OrderRepository;
import io.github.ratelimitagent.testing.JarMaker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  private static final String PAYMENT = PaymentService.class.getName();
  private static final String ORDER = Order.class.getName();
  private static final String ORDERS = OrderRepository.class.getName();
  private static final String REPOSITORY = Repository.class.getName();

  @TempDir Path folder;

  @Test
  void folder_givesItsClassesByBinaryName() throws IOException {
    put("classes", Order.class);
    put("classes", PaymentService.class);
    Files.writeString(folder.resolve("classes/com/acme/notes.txt"), "no class");

    assertThat(names("classes")).containsExactly(PAYMENT, ORDER);
    assertThat(bytes(ORDER, "classes")).isEqualTo(JarMaker.classFile(Order.class));
  }

  @Test
  void jar_givesItsClasses_withoutVersionsAndModuleDescription() throws IOException {
    JarMaker.jar()
        .add("", Order.class)
        .add("META-INF/versions/17/", Order.class)
        .add("module-info.class", new byte[] {1})
        .write(folder.resolve("app.jar"));

    assertThat(names("app.jar")).containsExactly(ORDER);
    assertThat(bytes(ORDER, "app.jar")).isEqualTo(JarMaker.classFile(Order.class));
  }

  @Test
  void multiReleaseJar_givesWhatThisJvmWouldLoad() throws IOException {
    byte[] future = {1};
    byte[] old = {2};
    byte[] base = {3};
    String order = "com/acme/orders/Order.class";
    JarMaker.with(new Attributes.Name("Multi-Release"), "true")
        .add(order, base)
        .add("META-INF/versions/8/" + order, old)
        .add("META-INF/versions/11/", Order.class)
        .add("META-INF/versions/99/" + order, future)
        .add("META-INF/versions/99/com/acme/Later.class", future)
        .write(folder.resolve("app.jar"));

    assertThat(names("app.jar")).containsExactly(ORDER);
    assertThat(bytes(ORDER, "app.jar")).isEqualTo(JarMaker.classFile(Order.class));
  }

  @Test
  void springBootJar_givesItsClassesAndThoseOfItsLibraries() throws IOException {
    JarMaker.jar()
        .add("org/springframework/boot/loader/Launcher.class", new byte[] {1})
        .add("BOOT-INF/classes/", PaymentService.class)
        .add("BOOT-INF/lib/orders.jar", JarMaker.jar().add("", Order.class))
        .add("BOOT-INF/lib/notes.txt", new byte[] {1})
        .add("static/download.jar", JarMaker.jar().add("", Repository.class))
        .write(folder.resolve("boot.jar"));

    assertThat(names("boot.jar"))
        .containsExactly(PAYMENT, ORDER, "org.springframework.boot.loader.Launcher");
    assertThat(bytes(ORDER, "boot.jar")).isEqualTo(JarMaker.classFile(Order.class));
  }

  @Test
  void earWithWar_givesTheClassesOfBothAndOfTheirLibraries() throws IOException {
    JarMaker war =
        JarMaker.jar()
            .add("WEB-INF/classes/", PaymentService.class)
            .add("WEB-INF/lib/orders.jar", JarMaker.jar().add("", Order.class));
    JarMaker.jar()
        .add("shop.war", war)
        .add("beans.jar", JarMaker.jar().add("", OrderRepository.class))
        .add("lib/shared.jar", JarMaker.jar().add("", Repository.class))
        .write(folder.resolve("shop.ear"));

    assertThat(names("shop.ear")).containsExactly(PAYMENT, REPOSITORY, ORDER, ORDERS);
  }

  @Test
  void nestedJars_leaveNoTemporaryFile() throws IOException {
    JarMaker.jar()
        .add("BOOT-INF/lib/orders.jar", JarMaker.jar().add("", Order.class))
        .write(folder.resolve("boot.jar"));
    long before = temporaryFiles();

    names("boot.jar");

    assertThat(temporaryFiles()).isEqualTo(before);
  }

  @Test
  void nestedFileThatIsNoJar_isNamedInTheMessage() throws IOException {
    Path jar =
        JarMaker.jar().add("BOOT-INF/lib/bad.jar", new byte[9]).write(folder.resolve("b.jar"));
    long before = temporaryFiles();

    assertThatIOException()
        .isThrownBy(() -> names("b.jar"))
        .withMessageStartingWith(jar + "!/BOOT-INF/lib/bad.jar is not a jar, or a damaged one");
    assertThat(temporaryFiles()).isEqualTo(before);
  }

  @Test
  void manifest_addsWhatItsClassPathNames_evenInACircle() throws IOException {
    JarMaker.with(
            Attributes.Name.CLASS_PATH, "lib/orders.jar lib/missing.jar http://host/x.jar classes/")
        .write(folder.resolve("app.jar"));
    JarMaker.with(Attributes.Name.CLASS_PATH, "../app.jar")
        .add("", Order.class)
        .write(folder.resolve("lib/orders.jar"));
    put("classes", PaymentService.class);

    assertThat(names("app.jar")).containsExactly(PAYMENT, ORDER);
  }

  @Test
  void star_addsAllJarsOfTheFolder_butNoOthers() throws IOException {
    JarMaker.jar().add("", Order.class).write(folder.resolve("lib/a.jar"));
    JarMaker.jar().add("", PaymentService.class).write(folder.resolve("lib/b.JAR"));
    JarMaker.jar().add("", Repository.class).write(folder.resolve("lib/c.zip"));
    put("lib", OrderRepository.class);

    assertThat(names("lib/*")).containsExactly(PAYMENT, ORDER);
  }

  @Test
  void starOfMissingFolder_isNamedInTheMessage() {
    assertThatIOException()
        .isThrownBy(() -> names("none/*"))
        .withMessageContaining(folder.resolve("none").toString())
        .withMessageContaining("no such folder");
  }

  @Test
  void missingEntry_isNamedInTheMessage() {
    assertThatIOException()
        .isThrownBy(() -> names("none.jar"))
        .withMessage(folder.resolve("none.jar") + " does not exist");
  }

  @Test
  void fileThatIsNoJar_isNamedInTheMessage() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "no jar");
    assertThatIOException()
        .isThrownBy(() -> names("notes.txt"))
        .withMessageStartingWith(file + " is not a jar, or a damaged one");
  }

  @Test
  void firstOfTwoClassesOfOneName_counts() throws IOException {
    JarMaker.jar().add("com/acme/A.class", new byte[] {1}).write(folder.resolve("1.jar"));
    JarMaker.jar().add("com/acme/A.class", new byte[] {2}).write(folder.resolve("2.jar"));

    assertThat(bytes("com.acme.A", "2.jar", "1.jar")).containsExactly(2);
  }

  @Test
  void unknownClass_isNotFound() throws IOException {
    put("classes", Order.class);
    try (ClassPath classPath = open("classes")) {
      assertThat(classPath.find(PAYMENT)).isNull();
    }
  }

  private void put(String under, Class<?> type) throws IOException {
    Path file = folder.resolve(under).resolve(type.getName().replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, JarMaker.classFile(type));
  }

  private ClassPath open(String... entries) throws IOException {
    List<File> files = new ArrayList<>();
    for (String entry : entries) {
      files.add(new File(folder.toFile(), entry));
    }
    return ClassPath.of(files);
  }

  private List<String> names(String... entries) throws IOException {
    try (ClassPath classPath = open(entries)) {
      return List.copyOf(classPath.classNames());
    }
  }

  private byte[] bytes(String className, String... entries) throws IOException {
    try (ClassPath classPath = open(entries)) {
      return classPath.find(className);
    }
  }

  private static long temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("ratelimit-check"))
          .count();
    }
  }
}
