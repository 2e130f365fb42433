package io.github.ratelimitagent.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Texts that say the same of several methods, such as a template that fits none of them. */
final class Alike {
  private static final String HELPFUL = "did you mean";

  /** A class or a method; not an expression, which stands in a brace. */
  private static final Pattern NAME =
      Pattern.compile("(?<![{\\w$.])[\\w$]++(?:\\.[\\w$<>]++)++(?:\\([^)]*\\))?");

  /** What there is instead, which differs from method to method. */
  private static final Pattern INSTEAD = Pattern.compile("(?:;|: it has ).*", Pattern.DOTALL);

  private Alike() {}

  /** One of each cause, with the number of others. */
  static List<String> summed(List<String> texts) {
    Map<String, List<String>> byCause = new LinkedHashMap<>();
    for (String text : texts) {
      String cause = NAME.matcher(INSTEAD.matcher(text).replaceFirst("")).replaceAll("");
      byCause.computeIfAbsent(cause, key -> new ArrayList<>()).add(text);
    }
    List<String> summed = new ArrayList<>();
    for (List<String> same : byCause.values()) {
      int more = same.size() - 1;
      summed.add(
          mostHelpful(same)
              + (more == 0 ? "" : "\nand " + more + " more alike (--all shows them)"));
    }
    return summed;
  }

  private static String mostHelpful(List<String> texts) {
    for (String text : texts) {
      if (text.contains(HELPFUL)) {
        return text;
      }
    }
    return texts.get(0);
  }
}
