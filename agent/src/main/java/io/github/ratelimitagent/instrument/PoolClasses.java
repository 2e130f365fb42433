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
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** Classes by name, each described from its class file when it is asked for. */
final class PoolClasses implements KnownClasses {
  private final Collection<String> names;
  private final Function<String, TypePool> pools;

  /**
   * The classes of these names.
   *
   * @param pools where the class file of a name is found
   */
  PoolClasses(Collection<String> names, Function<String, TypePool> pools) {
    this.names = Collections.unmodifiableCollection(names);
    this.pools = pools;
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
      TypePool.Resolution resolution = pools.apply(name).describe(name);
      if (!resolution.isResolved()) {
        return null;
      }
      TypeDescription type = resolution.resolve();
      // a lazy description only finds out now that there is no class file
      type.getModifiers();
      return type;
    } catch (RuntimeException cannotBeLocated) {
      return null;
    }
  }
}
