package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.template.CallSignature;
import io.github.ratelimitagent.limit.template.DeclaredType;
import io.github.ratelimitagent.match.NearNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** The signature of a method that is being woven, from its class file. Loads no class. */
final class PoolSignature implements CallSignature {
  private final MethodDescription.InDefinedShape method;
  private final TypePool pool;
  private final Supplier<@Nullable ClassLoader> loader;

  PoolSignature(
      MethodDescription.InDefinedShape method,
      TypePool pool,
      Supplier<@Nullable ClassLoader> loader) {
    this.method = method;
    this.pool = pool;
    this.loader = loader;
  }

  @Override
  public String className() {
    return method.getDeclaringType().getName();
  }

  @Override
  public String methodName() {
    return method.isConstructor() ? "new" : method.getName();
  }

  @Override
  public boolean isStatic() {
    return method.isStatic();
  }

  @Override
  public boolean isConstructor() {
    return method.isConstructor();
  }

  @Override
  public int parameterCount() {
    return method.getParameters().size();
  }

  @Override
  public @Nullable List<String> parameterNames() {
    List<String> names = new ArrayList<>();
    for (ParameterDescription.InDefinedShape parameter : method.getParameters()) {
      if (!parameter.isNamed()) {
        return null;
      }
      names.add(parameter.getName());
    }
    return names;
  }

  @Override
  public DeclaredType parameterType(int index) {
    return new PoolType(method.getParameters().get(index).getType());
  }

  @Override
  public DeclaredType thisType() {
    return PoolType.of(method.getDeclaringType());
  }

  @Override
  public @Nullable DeclaredType locate(String className) {
    TypePool.Resolution resolution = pool.describe(className);
    return resolution.isResolved() ? PoolType.of(resolution.resolve()) : null;
  }

  @Override
  public Supplier<@Nullable ClassLoader> loader() {
    return loader;
  }

  @Override
  public List<String> nearest(String wanted, Collection<String> known) {
    return NearNames.of(wanted, known, 3);
  }
}
