package io.github.ratelimitagent.limit.template;

import io.github.ratelimitagent.gate.Privileged;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls a static method of a class that is found at the first call, and held weakly. */
final class StaticCallReader implements HeadReader {
  private final String className;
  private final Step call;
  private final String name;
  private final Expression expression;
  private final Accessors accessors;
  private final Supplier<@Nullable ClassLoader> loader;
  private volatile WeakReference<@Nullable Class<?>> found = new WeakReference<>(null);

  StaticCallReader(
      String className,
      Step call,
      Expression expression,
      Accessors accessors,
      Supplier<@Nullable ClassLoader> loader) {
    this.className = className;
    this.call = call;
    this.name = "static" + call;
    this.expression = expression;
    this.accessors = accessors;
    this.loader = loader;
  }

  @Override
  public @Nullable Object read(@Nullable Object self, @Nullable Object[] arguments)
      throws Throwable {
    Class<?> type = type();
    return accessors.ofStatic(type, call, name).read(type, expression);
  }

  private Class<?> type() {
    Class<?> type = found.get();
    if (type == null) {
      try {
        type = Privileged.load(className, false, loader.get());
      } catch (ClassNotFoundException e) {
        throw new TemplateValueException(expression, "there is no class " + className);
      }
      found = new WeakReference<>(type);
    }
    return type;
  }
}
