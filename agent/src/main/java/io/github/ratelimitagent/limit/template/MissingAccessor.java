package io.github.ratelimitagent.limit.template;

/**
 * Stands for what a class does not have. Keeps a text and no exception: a backtrace refers to
 * classes, and those of a child loader would then never be collected.
 */
final class MissingAccessor implements Accessor {
  private final String problem;

  MissingAccessor(String problem) {
    this.problem = problem;
  }

  @Override
  public Object read(Object object, Expression of) {
    throw new TemplateValueException(of, problem);
  }
}
