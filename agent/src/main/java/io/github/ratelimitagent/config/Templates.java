package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.limit.template.TemplateSyntaxException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the templates of a limit. */
final class Templates {
  private static final String WHEN_ADVICE = "write when { \"{user.plan}\" = [free, trial] }";
  private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{[^}]*}");

  private final Patterns methods;

  /**
   * @param methods what the limit covers: constructors have no {@code this} yet when they are
   *     called
   */
  Templates(Patterns methods) {
    this.methods = methods;
  }

  /** Null after a problem. */
  @Nullable Template read(Setting setting) {
    String text = setting.text();
    return text == null ? null : parse(setting, text);
  }

  /** Null after a problem. */
  @Nullable Template key(Setting setting) {
    Template template = read(setting);
    if (template != null && template.source().isEmpty()) {
      setting.problem("is empty", "leave key out for one bucket, named after the limit");
    }
    return template;
  }

  /** Those that can be read. */
  Map<Template, Set<String>> conditions(@Nullable Setting when) {
    Map<String, Setting> fields = when == null ? null : when.fields(WHEN_ADVICE);
    Map<Template, Set<String>> conditions = new LinkedHashMap<>();
    if (fields == null) {
      return conditions;
    }
    if (when != null && fields.isEmpty()) {
      when.problem("is empty: wanted at least one template", WHEN_ADVICE + ", or leave when out");
    }
    for (Map.Entry<String, Setting> field : fields.entrySet()) {
      if (field.getValue().isObject()) {
        field
            .getValue()
            .problem("has fields: wanted a template in double quotes, and its values", WHEN_ADVICE);
        continue;
      }
      Template template = parse(field.getValue(), field.getKey());
      if (template != null && template.isConstant()) {
        field
            .getValue()
            .problem(
                "is the same for every call: wanted a template with an expression",
                "write when { \"{" + field.getKey() + "}\" = ... }, in double quotes");
      } else if (template != null) {
        conditions.put(template, values(field.getValue()));
      }
    }
    return conditions;
  }

  private static Set<String> values(Setting setting) {
    Set<String> values = new LinkedHashSet<>();
    List<Setting> elements = setting.elements();
    for (Setting element : elements == null ? Collections.<Setting>emptyList() : elements) {
      String text = element.text();
      if (text != null) {
        values.add(text);
      }
    }
    return values;
  }

  private @Nullable Template parse(Setting setting, String text) {
    try {
      Template template = Template.parse(text);
      warnOfSubstitution(setting, text);
      if (methods.hasConstructors() && template.usesThis()) {
        setting.problem(
            "uses this, but the limit covers a constructor, where there is no object yet",
            methods.hasConstructorsOnly()
                ? "use an argument instead"
                : "use an argument instead, or limit the constructors by a limit of their own");
      }
      return template;
    } catch (TemplateSyntaxException e) {
      setting.fault(e);
      return null;
    }
  }

  private static void warnOfSubstitution(Setting setting, String text) {
    Matcher dollar = SUBSTITUTION.matcher(text);
    if (dollar.find()) {
      String written = dollar.group();
      setting.warning(
          "has "
              + written
              + " within double quotes, where nothing is replaced: it reads as a $ and what "
              + written.substring(1)
              + " gives",
          "did you mean "
              + written.substring(1)
              + "? for a variable, close the quotes before it: \"...\""
              + written);
    }
  }
}
