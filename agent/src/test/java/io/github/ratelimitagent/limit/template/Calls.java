package io.github.ratelimitagent.limit.template;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.jspecify.annotations.Nullable;

/** Renders templates against one argument {@code it} of a declared type or of type Object. */
final class Calls {
  /** As the agent opens packages. */
  static final Accessors ACCESSORS = new Accessors(Calls::open);

  private Calls() {}

  static class Target {
    void run(@Nullable Object it) {}
  }

  static void open(Class<?> declaring) {
    Instrumentation instrumentation = ByteBuddyAgent.install();
    instrumentation.redefineModule(
        declaring.getModule(),
        Set.of(),
        Map.of(),
        Map.of(declaring.getPackageName(), Set.of(Calls.class.getModule())),
        Set.of(),
        Map.of());
  }

  static BoundTemplate bind(String template) throws TemplateBindException {
    return Template.parse(template).bind(ReflectedSignature.of(Target.class, "run"), ACCESSORS);
  }

  /** Rendered with nothing known of the argument's type. */
  static String render(String template, @Nullable Object it) throws Throwable {
    return bind(template).render(new Target(), new Object[] {it});
  }

  /** Checked against the argument's class first, then rendered. */
  static String checked(String template, Object it) throws Throwable {
    Template parsed = Template.parse(template);
    BoundTemplate bound = parsed.bind(new OneArgument(it.getClass()), ACCESSORS);
    String text = bound.render(null, new Object[] {it});
    if (!text.equals(render(template, it))) {
      throw new AssertionError("differs without declared types");
    }
    return text;
  }

  static long number(String template, @Nullable Object it) throws Throwable {
    return Template.parse(template)
        .bindNumber(ReflectedSignature.of(Target.class, "run"), ACCESSORS)
        .number(new Target(), new Object[] {it});
  }

  /** A static method {@code call(it)} whose parameter has any type. */
  record OneArgument(Class<?> type, Supplier<@Nullable ClassLoader> loader)
      implements CallSignature {
    OneArgument(Class<?> type) {
      this(type, type::getClassLoader);
    }

    @Override
    public String className() {
      return "com.acme.Service";
    }

    @Override
    public String methodName() {
      return "call";
    }

    @Override
    public boolean isStatic() {
      return true;
    }

    @Override
    public boolean isConstructor() {
      return false;
    }

    @Override
    public int parameterCount() {
      return 1;
    }

    @Override
    public List<String> parameterNames() {
      return List.of("it");
    }

    @Override
    public DeclaredType parameterType(int index) {
      return ReflectedType.of(type);
    }

    @Override
    public DeclaredType thisType() {
      throw new AssertionError("static");
    }

    /** Classes that are there when the method is woven, and nothing is known of. */
    @Override
    public @Nullable DeclaredType locate(String className) {
      return className.matches("com.acme.Gone|app.Tenant") ? DeclaredType.opaque() : null;
    }

    @Override
    public List<String> nearest(String wanted, java.util.Collection<String> known) {
      return List.of();
    }
  }
}
