package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.classfile.ClassModel;
import io.github.ratelimitagent.match.KnownClasses;
import io.github.ratelimitagent.match.MethodView;
import io.github.ratelimitagent.match.TypeView;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Classes by name, each described when it is asked for. */
final class NamedClasses implements KnownClasses {
  private final Collection<String> names;
  private final Function<String, @Nullable ClassModel> describe;

  /**
   * The classes of these names.
   *
   * @param describe the class of a name; null, or an exception, where it cannot be described
   */
  NamedClasses(Collection<String> names, Function<String, @Nullable ClassModel> describe) {
    this.names = Collections.unmodifiableCollection(names);
    this.describe = describe;
  }

  @Override
  public Collection<String> names() {
    return names;
  }

  @Override
  public @Nullable TypeView type(String name) {
    return model(name);
  }

  @Override
  public List<? extends MethodView> members(String className) {
    ClassModel model = model(className);
    return model == null ? Collections.emptyList() : model.methods();
  }

  private @Nullable ClassModel model(String name) {
    try {
      return describe.apply(name);
    } catch (RuntimeException | LinkageError cannotBeDescribed) {
      return null;
    }
  }
}
