package io.github.ratelimitagent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.anyOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;

/**
 * Inlines the advice into methods of a class.
 *
 * <p>Byte Buddy's {@code AgentBuilder} is not used: it costs a second at start. Only the bodies of
 * declared methods change, never the shape of the class, so that loaded classes can be woven too.
 */
final class Weaving {
  private final ByteBuddy byteBuddy =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(InstrumentedType.Factory.Default.FROZEN)
          .with(Implementation.Context.Disabled.Factory.INSTANCE);
  private final ClassFileLocator adviceClasses =
      ClassFileLocator.ForClassLoader.of(Weaving.class.getClassLoader());

  /** How a method is woven. */
  static final class WovenMethod {
    final int site;
    final boolean withArguments;

    WovenMethod(int site, boolean withArguments) {
      this.site = site;
      this.withArguments = withArguments;
    }
  }

  byte[] weave(
      TypeDescription type,
      ClassFiles files,
      Map<MethodDescription.InDefinedShape, WovenMethod> methods) {
    List<MethodDescription> constructors = new ArrayList<>();
    List<MethodDescription> withArguments = new ArrayList<>();
    List<MethodDescription> plain = new ArrayList<>();
    for (Map.Entry<MethodDescription.InDefinedShape, WovenMethod> entry : methods.entrySet()) {
      if (entry.getKey().isConstructor()) {
        constructors.add(entry.getKey());
      } else {
        (entry.getValue().withArguments ? withArguments : plain).add(entry.getKey());
      }
    }
    DynamicType.Builder<?> builder = byteBuddy.decorate(type, files.locator());
    builder = inline(builder, ConstructorAdvice.class, constructors, methods);
    builder = inline(builder, MethodAdvice.class, withArguments, methods);
    builder = inline(builder, PlainMethodAdvice.class, plain, methods);
    return builder.make(TypeResolutionStrategy.Disabled.INSTANCE, files.pool()).getBytes();
  }

  private DynamicType.Builder<?> inline(
      DynamicType.Builder<?> builder,
      Class<?> adviceClass,
      List<MethodDescription> into,
      Map<MethodDescription.InDefinedShape, WovenMethod> methods) {
    if (into.isEmpty()) {
      return builder;
    }
    Advice advice =
        Advice.withCustomMapping()
            .bind(
                SiteNumber.class,
                (type, method, assigner, arguments, sort) -> number(methods, method))
            .to(adviceClass, adviceClasses);
    return builder.visit(
        new AsmVisitorWrapper.ForDeclaredMethods().invokable(anyOf(into.toArray()), advice));
  }

  private static Advice.OffsetMapping.Target number(
      Map<MethodDescription.InDefinedShape, WovenMethod> methods, MethodDescription method) {
    WovenMethod woven = methods.get(method.asDefined());
    if (woven == null) {
      throw new IllegalStateException("no site number for " + method);
    }
    return new Advice.OffsetMapping.Target.ForStackManipulation(
        IntegerConstant.forValue(woven.site));
  }
}
