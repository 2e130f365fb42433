package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.TypeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.annotation.AnnotationSource;
import net.bytebuddy.description.type.TypeDescription;

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
    try {
      TypeDescription.Generic superClass = type.getSuperClass();
      if (superClass != null) {
        supertypes.add(new PoolTypeView(superClass.asErasure()));
      }
      for (TypeDescription face : type.getInterfaces().asErasures()) {
        supertypes.add(new PoolTypeView(face));
      }
    } catch (RuntimeException cannotBeLocated) {
      // a type that is missing here has no known supertypes; its name is known to who refers to it
    }
    return supertypes;
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
    } catch (RuntimeException cannotBeLocated) {
      return Collections.emptyList();
    }
  }
}
