package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.match.MethodView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/** A method as patterns ask about it, from its class file. Locates none of its types. */
final class PoolMethodView implements MethodView {
  private final MethodDescription.InDefinedShape method;

  PoolMethodView(MethodDescription.InDefinedShape method) {
    this.method = method;
  }

  @Override
  public String name() {
    return method.getName();
  }

  @Override
  public boolean isConstructor() {
    return method.isConstructor();
  }

  @Override
  public int modifiers() {
    return method.getModifiers();
  }

  @Override
  public String returnType() {
    return TypeText.of(method.getReturnType().asErasure());
  }

  @Override
  public List<String> parameterTypes() {
    List<String> names = new ArrayList<>();
    for (TypeDescription type : method.getParameters().asTypeList().asErasures()) {
      names.add(TypeText.of(type));
    }
    return names;
  }

  @Override
  public Collection<String> annotations() {
    return PoolTypeView.annotationsOf(method);
  }
}
