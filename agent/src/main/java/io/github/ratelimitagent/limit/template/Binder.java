package io.github.ratelimitagent.limit.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Ties one template to one method. */
final class Binder {
  private final Template template;
  private final CallSignature signature;
  private final Accessors accessors;
  private final HeadBinder heads;
  private final StepBinder types;
  private final List<String> warnings = new ArrayList<>();

  Binder(Template template, CallSignature signature, Accessors accessors) {
    this.template = template;
    this.signature = signature;
    this.accessors = accessors;
    this.heads = new HeadBinder(signature, accessors);
    this.types = new StepBinder(signature, warnings::add);
  }

  BoundTemplate bind(boolean number) throws TemplateBindException {
    List<String> before = new ArrayList<>();
    List<BoundExpression> expressions = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    boolean needsArguments = false;
    for (Object part : template.parts()) {
      if (part instanceof String) {
        warnOfDoubledBraces((String) part);
        literal.append((String) part);
        continue;
      }
      Expression expression = (Expression) part;
      if (expression.head() == Expression.Head.CLASS) {
        literal.append(signature.className());
      } else if (expression.head() == Expression.Head.METHOD) {
        warnOfParameterNamedMethod();
        literal.append(signature.isConstructor() ? "new" : signature.methodName());
      } else {
        HeadBinder.Bound head = heads.bind(expression);
        needsArguments |= head.isArgument();
        before.add(literal.toString());
        literal.setLength(0);
        expressions.add(steps(expression, head, number));
      }
    }
    return new BoundTemplate(
        template,
        before.toArray(new String[0]),
        expressions.toArray(new BoundExpression[0]),
        literal.toString(),
        needsArguments,
        Collections.unmodifiableList(warnings));
  }

  private BoundExpression steps(Expression expression, HeadBinder.Bound head, boolean number)
      throws TemplateBindException {
    List<Step> steps = expression.steps().subList(head.consumed(), expression.steps().size());
    DeclaredType type = head.type();
    for (Step step : steps) {
      type = types.after(expression, type, step);
    }
    if (number) {
      types.checkNumber(expression, type);
    } else {
      types.checkText(expression, type);
      if (type.printsIdentity()) {
        warnings.add(
            expression.text()
                + ": "
                + type.name()
                + " has no toString() of its own, so each object is a bucket of its own; name a"
                + " property of it");
      }
    }
    return new BoundExpression(expression, head.reader(), steps.toArray(new Step[0]), accessors);
  }

  private void warnOfDoubledBraces(String literal) {
    if (literal.indexOf('{') < 0) {
      return; // names cost a look at the class file
    }
    List<String> names = signature.parameterNames();
    for (String name : names == null ? Collections.<String>emptyList() : names) {
      if (literal.contains("{" + name + "}")) {
        warnings.add(
            "{{"
                + name
                + "}} is the text {"
                + name
                + "}, the same for every call; write {"
                + name
                + "} for the parameter, {{{"
                + name
                + "}}} for the parameter in braces");
      }
    }
  }

  private void warnOfParameterNamedMethod() {
    List<String> names = signature.parameterNames();
    int position = names == null ? -1 : names.indexOf("method");
    if (position >= 0) {
      warnings.add(
          "{method} is the method's name; write {" + position + "} for the parameter 'method'");
    }
  }
}
