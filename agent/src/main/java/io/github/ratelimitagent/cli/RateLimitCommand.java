package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.config.Shown;
import java.io.File;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of the agent's jar. */
@Command(
    name = RateLimitCommand.NAME,
    mixinStandardHelpOptions = true,
    description = "Rate-limits methods of Java applications; these commands help with that.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "To limit an application: java -javaagent:ratelimit-agent.jar=limits.conf -jar their-app.jar"
    })
public final class RateLimitCommand {
  static final String NAME = "java -jar ratelimit-agent.jar";

  private static final int FAULT = 3;

  private RateLimitCommand() {}

  /**
   * Runs a command; results go to stdout, what is wrong with the arguments to stderr.
   *
   * @param jar the agent's own
   * @return the exit code: 0 all is well, 1 the command found problems, 2 wrong usage, 3 a fault of
   *     the command itself
   */
  public static int run(File jar, String... arguments) {
    return run(Surroundings.ofThisJvm(jar), System.out, System.err, arguments);
  }

  static int run(Surroundings surroundings, PrintStream out, PrintStream err, String... arguments) {
    CommandLine commandLine = new CommandLine(new RateLimitCommand());
    commandLine.getCommandSpec().version("ratelimit-agent " + surroundings.version());
    commandLine.addSubcommand(new CheckCommand(surroundings));
    commandLine.setUsageHelpWidth(Page.WIDTH);
    // @ begins an annotation pattern here, and a file name may have one
    commandLine.setExpandAtFiles(false);
    commandLine.setOut(writer(out));
    commandLine.setErr(writer(err));
    commandLine.setExitCodeExceptionMapper(RateLimitCommand::exitCode);
    commandLine.setParameterExceptionHandler(RateLimitCommand::wrongUsage);
    try {
      return commandLine.execute(arguments);
    } finally {
      commandLine.getOut().flush();
      commandLine.getErr().flush();
    }
  }

  private static int exitCode(Throwable thrown) {
    return thrown instanceof ParameterException ? ExitCode.USAGE : FAULT;
  }

  /** Says what is wrong, and the whole usage only to who typed no command. */
  private static int wrongUsage(ParameterException e, String[] arguments) {
    CommandLine of = e.getCommandLine();
    PrintWriter err = of.getErr();
    if (arguments.length == 0) {
      of.usage(err, of.getColorScheme());
      return ExitCode.USAGE;
    }
    err.println(
        of.getColorScheme().errorText(Shown.withoutUserInfo(String.valueOf(e.getMessage()))));
    if (e instanceof UnmatchedArgumentException
        && of.getCommandName().equals(CheckCommand.NAME)
        && !((UnmatchedArgumentException) e).isUnknownOption()) {
      err.println("write what the class path has behind --classpath: " + CheckCommand.EXAMPLE);
    }
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try: " + of.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream), true);
  }
}
