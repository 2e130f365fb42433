package io.github.ratelimitagent.match;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes that an explanation of {@link UnmatchedPattern} may speak of. */
public interface KnownClasses {

  /** Binary names of all of them. */
  Collection<String> names();

  /** The class, or null when it cannot be found. Asked for few of the names. */
  @Nullable TypeView type(String name);

  /** The methods and constructors that the class declares itself; none when it cannot be found. */
  List<? extends MethodView> members(String className);
}
