package io.github.ratelimitagent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.anyOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
import org.jspecify.annotations.Nullable;

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

  /** Read once each: reading it again would be a quarter of what weaving a class costs. */
  private final Map<Inlined, Advice> advice = new ConcurrentHashMap<>();

  /** What the advice, which all classes share, is being inlined into by this thread. */
  private final ThreadLocal<@Nullable Map<MethodDescription.InDefinedShape, WovenMethod>>
      beingWoven = new ThreadLocal<>();

  byte[] weave(
      TypeDescription type,
      ClassFiles files,
      Map<MethodDescription.InDefinedShape, WovenMethod> methods) {
    DynamicType.Builder<?> builder = byteBuddy.decorate(type, files.locator());
    for (Inlined inlined : Inlined.values()) {
      List<MethodDescription> into = new ArrayList<>();
      for (Map.Entry<MethodDescription.InDefinedShape, WovenMethod> entry : methods.entrySet()) {
        if (Inlined.into(entry.getKey(), entry.getValue()) == inlined) {
          into.add(entry.getKey());
        }
      }
      if (!into.isEmpty()) {
        builder =
            builder.visit(
                new AsmVisitorWrapper.ForDeclaredMethods()
                    .invokable(anyOf(into.toArray()), advice(inlined)));
      }
    }
    // weaving may load a class that is woven meanwhile
    Map<MethodDescription.InDefinedShape, WovenMethod> before = beingWoven.get();
    beingWoven.set(methods);
    try {
      return builder.make(TypeResolutionStrategy.Disabled.INSTANCE, files.pool()).getBytes();
    } finally {
      if (before == null) {
        beingWoven.remove();
      } else {
        beingWoven.set(before);
      }
    }
  }

  /** Not computed inside the map: reading may load a class that is woven meanwhile. */
  private Advice advice(Inlined inlined) {
    Advice known = advice.get(inlined);
    if (known == null) {
      known = read(inlined);
      advice.put(inlined, known);
    }
    return known;
  }

  private Advice read(Inlined inlined) {
    Advice.WithCustomMapping numbered =
        Advice.withCustomMapping()
            .bind(SiteNumber.class, (type, method, assigner, arguments, sort) -> number(method));
    return inlined.exit == null
        ? numbered.to(inlined.enter, adviceClasses)
        : numbered.to(inlined.enter, inlined.exit, adviceClasses);
  }

  private Advice.OffsetMapping.Target number(MethodDescription method) {
    Map<MethodDescription.InDefinedShape, WovenMethod> methods = beingWoven.get();
    WovenMethod woven = methods == null ? null : methods.get(method.asDefined());
    if (woven == null) {
      throw new IllegalStateException("no site number for " + method);
    }
    return new Advice.OffsetMapping.Target.ForStackManipulation(
        IntegerConstant.forValue(woven.site));
  }

  /** The advice classes of a method, by what it needs. */
  private enum Inlined {
    CONSTRUCTOR(ConstructorAdvice.class, null),
    ARGUMENTS(MethodAdvice.class, MethodExit.class),
    ARGUMENTS_COPIED(MethodAdvice.class, ReusedSlotsExit.class),
    PLAIN(PlainMethodAdvice.class, MethodExit.class),
    PLAIN_COPIED(PlainMethodAdvice.class, ReusedSlotsExit.class);

    final Class<?> enter;
    final @Nullable Class<?> exit;

    Inlined(Class<?> enter, @Nullable Class<?> exit) {
      this.enter = enter;
      this.exit = exit;
    }

    static Inlined into(MethodDescription method, WovenMethod woven) {
      if (method.isConstructor()) {
        return CONSTRUCTOR;
      }
      return woven.withArguments
          ? woven.reusesSlots ? ARGUMENTS_COPIED : ARGUMENTS
          : woven.reusesSlots ? PLAIN_COPIED : PLAIN;
    }
  }
}
