package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.TypeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.annotation.AnnotationSource;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/** A class as patterns ask about it, from its class file. */
final class PoolTypeView implements TypeView {
  private final TypeDescription type;

  PoolTypeView(TypeDescription type) {
    this.type = type;
  }

  @Override
  public String name() {
    return type.getName();
  }

  @Override
  public int modifiers() {
    return type.getModifiers();
  }

  @Override
  public Collection<TypeView> supertypes() {
    List<TypeView> supertypes = new ArrayList<>();
    TypeDescription superClass = superClass(type);
    if (superClass != null) {
      supertypes.add(new PoolTypeView(superClass));
    }
    List<TypeDescription> interfaces =
        located(() -> new ArrayList<>(type.getInterfaces().asErasures()));
    if (interfaces != null) {
      for (TypeDescription face : interfaces) {
        supertypes.add(new PoolTypeView(face));
      }
    }
    return supertypes;
  }

  /** Null where it has none or cannot be located. */
  static @Nullable TypeDescription superClass(TypeDescription type) {
    return located(
        () -> {
          TypeDescription.Generic superClass = type.getSuperClass();
          return superClass == null ? null : superClass.asErasure();
        });
  }

  /** Null where it cannot be located: its name is known to who refers to it, and no more. */
  private static <T> @Nullable T located(Supplier<@Nullable T> description) {
    try {
      return description.get();
    } catch (RuntimeException | LinkageError cannotBeDescribed) {
      return null;
    }
  }

  @Override
  public Collection<String> annotations() {
    return annotationsOf(type);
  }

  static Collection<String> annotationsOf(AnnotationSource annotated) {
    try {
      List<String> names = new ArrayList<>();
      for (AnnotationDescription annotation : annotated.getDeclaredAnnotations()) {
        names.add(annotation.getAnnotationType().getName());
      }
      return names;
    } catch (RuntimeException | LinkageError cannotBeDescribed) {
      return Collections.emptyList();
    }
  }
}
