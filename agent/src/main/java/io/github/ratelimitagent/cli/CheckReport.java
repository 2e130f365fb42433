package io.github.ratelimitagent.cli;

import io.github.ratelimitagent.cli.Page.Look;
import io.github.ratelimitagent.config.LimitEntry;
import io.github.ratelimitagent.config.Problem;
import io.github.ratelimitagent.config.RedisSettings;
import io.github.ratelimitagent.config.Settings;
import io.github.ratelimitagent.instrument.LimitCoverage;
import io.github.ratelimitagent.instrument.PathCoverage;
import io.github.ratelimitagent.limit.Limit;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what {@code check} found out. */
final class CheckReport {
  private final Page page;
  private final int mostMethods;

  /**
   * A report for a page.
   *
   * @param mostMethods how many methods of a limit are shown
   */
  CheckReport(Page page, int mostMethods) {
    this.page = page;
    this.mostMethods = mostMethods;
  }

  /** A configuration that cannot be used. */
  void problems(List<Problem> problems) {
    for (Problem problem : problems) {
      page.paragraph(Look.WRONG, "problem: ", problem.toString());
      page.blank();
    }
    page.paragraph(
        Look.WRONG, LimitText.count(problems.size(), "problem"), ", the agent would limit nothing");
  }

  /**
   * A configuration that can be used.
   *
   * @param coverage what each enabled limit covers; null if there was no class path
   * @return whether all is well
   */
  boolean settings(File file, Settings settings, @Nullable PathCoverage coverage) {
    CoverageSum sum = new CoverageSum();
    heading(file, settings, sum);
    for (int i = 0; i < settings.limits().size(); i++) {
      LimitEntry entry = settings.limits().get(i);
      limit(entry, settings.redis() != null);
      if (coverage != null) {
        coverage(coverage.limits().get(i), sum);
      }
      page.blank();
    }
    for (LimitEntry entry : settings.disabled()) {
      page.paragraph(Look.BOLD, entry.limit().name(), " (" + entry.place() + "): disabled");
      page.blank();
    }
    if (coverage == null) {
      page.paragraph(
          "Without --classpath it is not known which methods the patterns cover, nor whether the"
              + " methods have what the templates speak of.");
    } else {
      unchecked(coverage.unreadable(), "cannot be read and would not be limited", ": ", sum);
      unchecked(
          coverage.incomplete(),
          "with supertypes that are not on the class path: a pattern with + may cover more",
          ": no ",
          sum);
    }
    if (coverage != null) {
      for (String note : ClusterSlots.notes(settings, coverage.limits())) {
        page.paragraph("note: " + note);
      }
    }
    verdict(settings, sum, coverage != null);
    return sum.isWell();
  }

  private void heading(File file, Settings settings, CoverageSum sum) {
    RedisSettings redis = settings.redis();
    page.paragraph(
        Look.BOLD,
        file.getPath(),
        redis == null
            ? ": each process counts on its own, there is no redis in it"
            : ": buckets are in Redis at "
                + redis
                + ", their keys begin with \""
                + redis.keyPrefix()
                + "\" (nothing was connected to)");
    if (!settings.enabled()) {
      warning("enabled = false, so the agent limits nothing", sum);
    }
    for (String warning : settings.warnings()) {
      warning(warning, sum);
    }
    page.blank();
  }

  private void warning(String text, CoverageSum sum) {
    page.paragraph(Look.DOUBTFUL, "warning: ", text);
    sum.addWarning();
  }

  private void limit(LimitEntry entry, boolean inRedis) {
    Limit limit = entry.limit();
    page.paragraph(Look.BOLD, limit.name(), " (" + entry.place() + ")");
    field("figures", limit.figures());
    field("key", limit.key().source());
    if (!limit.permits().source().equals("1")) {
      field("permits", limit.permits().source());
    }
    if (!limit.when().isEmpty()) {
      field("only when", LimitText.when(limit));
    }
    if (limit.observed()) {
      field("mode", "observe: counts what it would deny, lets every call through");
    }
    field("when empty", LimitText.whenEmpty(limit));
    if (!limit.stackTrace()) {
      field("stack trace", "none in the exception");
    }
    if (inRedis) {
      field("no Redis", LimitText.whenRedisFails(limit));
    }
    if (limit.lease() > 0) {
      field("lease", LimitText.lease(limit, inRedis));
    }
    if (limit.nestedEach()) {
      field("nested", "each: a call within a call of it counts too");
    }
    field("methods", LimitText.patterns(entry.methods()));
    if (!entry.excludes().isEmpty()) {
      field("exclude", LimitText.patterns(entry.excludes()));
    }
  }

  /** Classes and what is wrong with each, counted, or listed where everything is to be shown. */
  private void unchecked(Map<String, String> classes, String what, String reason, CoverageSum sum) {
    if (classes.isEmpty()) {
      return;
    }
    String count = classes.size() == 1 ? "1 class " : classes.size() + " classes ";
    if (mostMethods < Integer.MAX_VALUE) {
      warning(count + what + " (--all names the classes)", sum);
    } else {
      warning(count + what, sum);
      classes.forEach((name, why) -> page.paragraph("    " + name + reason + why));
    }
    page.blank();
  }

  private void coverage(LimitCoverage of, CoverageSum sum) {
    List<String> methods = of.methods();
    StringBuilder text = new StringBuilder(methods.isEmpty() ? "nothing" : "");
    int shown = Math.min(methods.size(), mostMethods);
    for (int i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : "\n").append(methods.get(i));
    }
    if (shown < methods.size()) {
      text.append("\nand ").append(methods.size() - shown).append(" more (--all shows them)");
    }
    page.field(methods.isEmpty() ? Look.WRONG : Look.GOOD, "covers", text.toString());
    List<String> warnings = summed(of.warnings());
    for (String warning : warnings) {
      page.field(Look.DOUBTFUL, "warning", warning);
    }
    List<String> problems = summed(of.problems());
    for (String problem : problems) {
      page.field(Look.WRONG, "problem", problem);
    }
    sum.add(!methods.isEmpty(), problems.size(), warnings.size());
  }

  private List<String> summed(List<String> texts) {
    return mostMethods < Integer.MAX_VALUE ? Alike.summed(texts) : texts;
  }

  private void field(String label, String text) {
    page.field(Look.PLAIN, label, text);
  }

  private void verdict(Settings settings, CoverageSum sum, boolean withClassPath) {
    String limits = LimitText.count(settings.limits().size(), "limit");
    if (!settings.disabled().isEmpty()) {
      limits += " (and " + settings.disabled().size() + " disabled)";
    }
    if (withClassPath) {
      page.paragraph(
          sum.isWell() ? Look.GOOD : Look.WRONG, limits, sum.covered() + sum.problemsAndWarnings());
    } else {
      page.paragraph(
          Look.GOOD, limits, ", the configuration is correct" + sum.problemsAndWarnings());
    }
  }
}
