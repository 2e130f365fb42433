package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.agent.CoveredLimits;
import io.github.ratelimitagent.config.ConfigException;
import io.github.ratelimitagent.config.ConfigFile;
import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.config.Problem;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.instrument.ClassPathCheck;
import io.github.ratelimitagent.instrument.CoveredLimit;
import io.github.ratelimitagent.instrument.PathCoverage;
import io.github.ratelimitagent.metrics.LimitCounters;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what a configuration does, and which methods of an application it covers. */
@Command(
    name = CheckCommand.NAME,
    description = {
      "Tells what a configuration does and, given a class path, which methods it covers.",
      "Never connects to Redis, and loads no class of the application.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:the configuration has problems, or with a class path: a limit covers nothing, its templates do"
          + " not fit a method, or its exception cannot be thrown",
      "2:wrong usage: no such option, file, folder or jar, or no class in any",
      "3:the command itself failed"
    })
final class CheckCommand implements Callable<Integer> {
  static final String NAME = "check";
  static final String EXAMPLE = "check limits.conf --classpath app.jar";

  private static final int MOST_METHODS = 20;

  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = {
        "The configuration. Without it, the file that the agent would read: that of"
            + " -Dratelimit.config before -jar, else of RATELIMIT_CONFIG in the environment, else"
            + " ratelimit.conf beside this jar."
      })
  private @Nullable String file;

  @Option(
      names = {"-cp", "--classpath", "--class-path"},
      paramLabel = "PATH",
      description = {
        "The application's classes: jars, executable and web archives, folders, and folder/* for"
            + " the jars in it, separated as on the java command line."
      })
  private @Nullable List<String> classPath;

  @Option(
      names = "--all",
      description =
          "Show all methods that a limit covers, not only the first "
              + MOST_METHODS
              + ", all problems and warnings, not only one of those that are alike, and all classes"
              + " that could not be checked.")
  private boolean all;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;

  CheckCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    List<File> entries = entries();
    File found = configFile();
    CommandLine commandLine = commandLine();
    Page page = new Page(commandLine.getOut(), commandLine.getColorScheme().ansi());
    CheckReport report = new CheckReport(page, all ? Integer.MAX_VALUE : MOST_METHODS);
    Settings settings;
    try {
      settings = Settings.load(found, surroundings.systemProperties(), surroundings.environment());
    } catch (ConfigException e) {
      report.problems(e.problems());
      return 1;
    }
    if (entries.isEmpty()) {
      report.settings(found, settings, null);
      return 0;
    }
    List<CoveredLimit> limits = new ArrayList<>();
    for (LimitEntry entry : settings.limits()) {
      limits.add(CoveredLimits.of(entry, new LimitCounters()));
    }
    PathCoverage coverage;
    try {
      coverage = ClassPathCheck.of(limits, entries);
    } catch (IOException e) {
      throw wrongUsage("class path: " + e.getMessage());
    }
    return report.settings(found, settings, coverage) ? 0 : 1;
  }

  private List<File> entries() {
    List<File> entries = new ArrayList<>();
    if (classPath == null) {
      return entries;
    }
    for (String path : classPath) {
      for (String entry : path.split(Pattern.quote(File.pathSeparator))) {
        if (!entry.isEmpty()) {
          entries.add(new File(entry));
        }
      }
    }
    if (entries.isEmpty()) {
      throw wrongUsage("the class path is empty: name the application's jar or its folders");
    }
    return entries;
  }

  private File configFile() {
    File found;
    try {
      found =
          ConfigFile.find(
              file,
              surroundings.jar(),
              surroundings.systemProperties(),
              surroundings.environment());
    } catch (ConfigException e) {
      Problem problem = e.problems().get(0);
      throw wrongUsage(
          problem.place() + ": " + problem.description() + "\nwrite: check limits.conf");
    }
    if (!found.exists()) {
      throw wrongUsage(found + " does not exist");
    }
    if (found.isDirectory()) {
      throw wrongUsage(found + " is a folder, wanted a configuration file");
    }
    return found;
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(commandLine(), message);
  }

  private CommandLine commandLine() {
    if (spec == null) {
      throw new IllegalStateException("not run by the command line");
    }
    return spec.commandLine();
  }
}
