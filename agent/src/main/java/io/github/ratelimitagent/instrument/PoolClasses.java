package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.KnownClasses;
import io.github.ratelimitagent.match.MethodView;
import io.github.ratelimitagent.match.TypeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/** Classes by name, each described when it is asked for. */
final class PoolClasses implements KnownClasses {
  private final Collection<String> names;
  private final Function<String, TypeDescription> types;

  /**
   * The classes of these names.
   *
   * @param types describes the class of a name, or throws where it cannot
   */
  PoolClasses(Collection<String> names, Function<String, TypeDescription> types) {
    this.names = Collections.unmodifiableCollection(names);
    this.types = types;
  }

  @Override
  public Collection<String> names() {
    return names;
  }

  @Override
  public @Nullable TypeView type(String name) {
    TypeDescription type = describe(name);
    return type == null ? null : new PoolTypeView(type);
  }

  @Override
  public List<MethodView> members(String className) {
    List<MethodView> members = new ArrayList<>();
    TypeDescription type = describe(className);
    if (type != null) {
      for (MethodDescription.InDefinedShape method : type.getDeclaredMethods()) {
        if (!method.isTypeInitializer()) {
          members.add(new PoolMethodView(method));
        }
      }
    }
    return members;
  }

  private @Nullable TypeDescription describe(String name) {
    try {
      TypeDescription type = types.apply(name);
      // lazy descriptions only find out now what cannot be located
      return type.getDeclaredMethods().isEmpty() && type.isSynthetic() ? null : type;
    } catch (RuntimeException | LinkageError cannotBeDescribed) {
      return null;
    }
  }
}
