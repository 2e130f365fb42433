package io.github.ratelimitagent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Limited;
import com.acme.PaymentService;
import io.github.ratelimitagent.testing.JarMaker;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the check of {@code limits.conf}, in a folder with the jar of a shop. */
abstract class CheckCommandFixture {
  static final String CHARGE =
      limits("charge { method = \"com.acme.PaymentService.charge(String)\",%s }");

  @TempDir Path folder;
  CommandRun command;

  @BeforeEach
  void shop() {
    command = new CommandRun(folder);
    shopClasses("").write(folder.resolve("shop.jar"));
  }

  CommandRun.Result check(String... options) {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "check";
    arguments[1] = command.path("limits.conf");
    System.arraycopy(options, 0, arguments, 2, options.length);
    CommandRun.Result result = command.run(arguments);
    assertThat(result.lines()).allMatch(line -> line.length() <= 100);
    return result;
  }

  static JarMaker shopClasses(String under) {
    return JarMaker.jar().add(under, PaymentService.class).add(under, Limited.class);
  }

  static String limits(String format, String... others) {
    return String.join("", "ratelimit.limits {\n", format.replace("%1$s", "%s"), "\n}\n")
            .replace("%s", " capacity = 10, refill = 5/s")
        + (others.length == 0 ? "" : "ratelimit." + String.join("\nratelimit.", others) + "\n");
  }
}
