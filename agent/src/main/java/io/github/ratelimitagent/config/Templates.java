package io.github.ratelimitagent.config;

import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.limit.template.TemplateSyntaxException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the templates of a limit. */
final class Templates {
  private final boolean constructors;

  /**
   * @param constructors whether the limit covers constructors, which have no {@code this} yet when
   *     they are called
   */
  Templates(boolean constructors) {
    this.constructors = constructors;
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
    Map<String, Setting> fields = when == null ? null : when.fields();
    Map<Template, Set<String>> conditions = new LinkedHashMap<>();
    if (fields == null) {
      return conditions;
    }
    if (when != null && fields.isEmpty()) {
      when.problem(
          "is empty: wanted at least one template",
          "write when { \"{user.plan}\" = [free, trial] }, or leave when out");
    }
    for (Map.Entry<String, Setting> field : fields.entrySet()) {
      if (field.getValue().isObject()) {
        field
            .getValue()
            .problem(
                "has fields: wanted a template in double quotes, and its values",
                "write when { \"{user.plan}\" = [free, trial] }");
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
      if (constructors && template.usesThis()) {
        setting.problem(
            "uses this, but the limit covers a constructor, where there is no object yet",
            "use an argument instead, or limit the constructors by a limit of their own");
      }
      return template;
    } catch (TemplateSyntaxException e) {
      setting.fault(e);
      return null;
    }
  }
}
