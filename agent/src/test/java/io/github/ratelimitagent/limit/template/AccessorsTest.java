package io.github.ratelimitagent.limit.template;

import static io.github.ratelimitagent.limit.template.Calls.checked;
import static io.github.ratelimitagent.limit.template.Calls.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AccessorsTest {
  interface HasId {
    String getId();

    default String getKind() {
      return "default " + getId();
    }
  }

  abstract static class Generic<T> {
    private final String base = "base field";
    protected String shadowed = "shadowed";

    abstract T getOwner();

    T owner(T other) {
      return other;
    }
  }

  private static final class Nested extends Generic<String> implements HasId {
    private final String secret = "private field";
    private final String shadowed = "nearest";
    static final String SHARED = "static";

    @Override
    public String getId() {
      return "id";
    }

    @Override
    String getOwner() {
      return "owner";
    }

    @Override
    String owner(String other) {
      return "mine";
    }

    private String getHidden() {
      return "private getter";
    }

    public boolean isActive() {
      return true;
    }

    public Boolean isBoxed() {
      return false;
    }

    public String isText() {
      return "not a getter";
    }

    public void getNothing() {}

    public String getSecretOf(String who) {
      return who;
    }

    String URL() {
      return "method";
    }
  }

  record Point(int x, String getY) {
    public String getX() {
      return "getter";
    }
  }

  @Test
  void property_membersOfAPrivateNestedClass_found() throws Throwable {
    Nested nested = new Nested();
    assertThat(checked("{it.id}", nested)).isEqualTo("id");
    assertThat(checked("{it.kind}", nested)).isEqualTo("default id");
    assertThat(checked("{it.owner}", nested)).isEqualTo("owner");
    assertThat(checked("{it.hidden}", nested)).isEqualTo("private getter");
    assertThat(checked("{it.active} {it.boxed}", nested)).isEqualTo("true false");
    assertThat(checked("{it.secret}", nested)).isEqualTo("private field");
    assertThat(checked("{it.base}", nested)).isEqualTo("base field");
    assertThat(checked("{it.shadowed}", nested)).isEqualTo("nearest");
    assertThat(nested.secret + nested.shadowed + nested.getHidden()).isNotEmpty();
  }

  @Test
  void property_whatIsNone_refused() {
    for (String name : List.of("text", "nothing", "secretOf", "SHARED", "URL", "uRL", "isActive")) {
      assertThatThrownBy(() -> render("{it." + name + "}", new Nested()))
          .isInstanceOf(TemplateValueException.class)
          .hasMessageEndingWith("has no property '" + name + "'");
    }
  }

  @Test
  void property_record_accessorBeforeGetter() throws Throwable {
    assertThat(checked("{it.x}", new Point(1, "y"))).isEqualTo("1");
    assertThat(checked("{it.y}", new Point(1, "y"))).isEqualTo("y");
    assertThat(checked("{it.getY}", new Point(1, "y"))).isEqualTo("y");
  }

  @Test
  void call_genericOverride_callsTheOverride() throws Throwable {
    assertThat(checked("{it.owner(\"x\")}", new Nested())).isEqualTo("mine");
  }

  static class Overloads {
    String of(Object any) {
      return "Object";
    }

    String of(CharSequence text) {
      return "CharSequence";
    }

    String of(String text) {
      return "String";
    }

    String of(int number) {
      return "int";
    }

    String of(long number) {
      return "long";
    }

    String wide(Object any) {
      return "Object " + any;
    }

    String wide(double number) {
      return "double " + number;
    }

    String three(String text, long number, Integer boxed) {
      return text + number + boxed;
    }

    String small(float number) {
      return "float " + number;
    }

    static String shared() {
      return "static";
    }
  }

  @Test
  void call_overloads_nearestToTheLiteral() throws Throwable {
    Overloads it = new Overloads();
    assertThat(render("{it.of(\"a\")}", it)).isEqualTo("String");
    assertThat(render("{it.of(1)}", it)).isEqualTo("int");
    assertThat(render("{it.of(-9999999999)}", it)).isEqualTo("long");
    assertThat(render("{it.wide(1)}", it)).isEqualTo("double 1.0");
    assertThat(render("{it.wide(\"a\")}", it)).isEqualTo("Object a");
    assertThat(render("{it.small(2)}", it)).isEqualTo("float 2.0");
    assertThat(render("{it.three('a', 2, 3)}", it)).isEqualTo("a23");
    assertThatThrownBy(() -> render("{it.three('a', 2, 9999999999)}", it))
        .hasMessageEndingWith("has no method three(\"a\", 2, 9999999999)");
    assertThatThrownBy(() -> render("{it.shared()}", it))
        .hasMessageEndingWith("has no method shared()");
  }

  @Test
  void call_closedJdkClasses_throughTheirPublicTypes() throws Throwable {
    List<Class<?>> opened = new ArrayList<>();
    Accessors accessors = new Accessors(opened::add);
    BoundTemplate size = bind("{it.size()}", accessors);
    for (Object it :
        List.of(List.of(1), Collections.unmodifiableMap(Map.of(1, 1)), Map.of(1, 2).keySet())) {
      assertThat(size.render(null, new Object[] {it})).isEqualTo("1");
    }
    BoundTemplate get = bind("{it.get()}", accessors);
    Supplier<String> lambda = () -> "lambda";
    assertThat(get.render(null, new Object[] {lambda})).isEqualTo("lambda");
    assertThat(opened).isEmpty();
  }

  @Test
  void property_proxy_throughItsInterface() throws Throwable {
    Object proxy =
        Proxy.newProxyInstance(
            HasId.class.getClassLoader(),
            new Class<?>[] {HasId.class},
            (self, method, arguments) -> "proxied " + method.getName());
    assertThat(render("{it.id}", proxy)).isEqualTo("proxied getId");
  }

  @Test
  void property_openerThatFails_saysWhy() throws Throwable {
    Accessors refusing =
        new Accessors(
            declaring -> {
              throw new IllegalStateException("closed");
            });
    BoundTemplate bound = bind("{it.id}", refusing);
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> bound.render(null, new Object[] {new Nested()}))
          .isInstanceOf(TemplateValueException.class)
          .hasMessageContaining("property 'id' cannot be read")
          .hasMessageContaining("closed");
    }
  }

  @Test
  void property_sameNameInManyClasses_eachItsOwn() throws Throwable {
    BoundTemplate bound = bind("{it.id}", Calls.ACCESSORS);
    HasId other = () -> "other";
    assertThat(bound.render(null, new Object[] {new Nested()})).isEqualTo("id");
    assertThat(bound.render(null, new Object[] {other})).isEqualTo("other");
    assertThat(bound.render(null, new Object[] {Map.of("id", "entry")})).isEqualTo("entry");
  }

  private static BoundTemplate bind(String template, Accessors accessors) throws Exception {
    return Template.parse(template)
        .bind(ReflectedSignature.of(Calls.Target.class, "run"), accessors);
  }
}
