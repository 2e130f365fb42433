package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every reading of declared types must answer: the same as the objects themselves at run time,
 * or a template is refused that would work, or fails at each call.
 */
public abstract class DeclaredTypeContract {
  /** The declared type of a class, read from its class file. */
  protected abstract DeclaredType typeOf(Class<?> type);

  interface HasKind {
    default String getKind() {
      return "kind";
    }
  }

  public static class Base<T> {
    private final String inherited = "inherited";
    protected @Nullable T value;

    String baseCall() {
      return inherited;
    }

    public T generic(T other) {
      return other;
    }
  }

  public static class Bean extends Base<String> implements HasKind {
    private final String field = "field";
    public int number = 1;
    static final String SHARED = "shared";

    public String getText() {
      return "text";
    }

    private long getHidden() {
      return field.length();
    }

    public boolean isActive() {
      return true;
    }

    public @Nullable Boolean isBoxed() {
      return true;
    }

    public String isWord() {
      return "no getter";
    }

    public void getNothing() {}

    public String getOf(String argument) {
      return argument;
    }

    public static String getShared() {
      return SHARED;
    }

    @Override
    public String generic(String other) {
      return other + getHidden();
    }

    public int over(String text) {
      return 1;
    }

    public String over(long number) {
      return "2";
    }

    @Override
    public String toString() {
      return "bean";
    }
  }

  public record Point(int x, String label) {
    public String getLabel() {
      return "getter";
    }

    public String other() {
      return label + x;
    }
  }

  public static class Headers extends HashMap<String, String> {
    private static final long serialVersionUID = 1L;

    public String getHost() {
      return "host";
    }
  }

  @Test
  void name_asInSourceWithDollars() {
    assertThat(typeOf(Bean.class).name()).isEqualTo(Bean.class.getName());
    assertThat(typeOf(int.class).name()).isEqualTo("int");
    assertThat(typeOf(String[][].class).name()).isEqualTo("java.lang.String[][]");
  }

  @Test
  void kind_ofEachContainer() {
    assertThat(typeOf(Object.class).isOpaque()).isTrue();
    assertThat(typeOf(Bean.class).isOpaque()).isFalse();
    assertThat(typeOf(Headers.class).isMap()).isTrue();
    assertThat(typeOf(Map.class).isMap()).isTrue();
    assertThat(typeOf(ArrayList.class).isList()).isTrue();
    assertThat(typeOf(List.class).isList()).isTrue();
    assertThat(typeOf(Collection.class).isList()).isFalse();
    assertThat(typeOf(int[].class).isArray()).isTrue();
    assertThat(typeOf(int[].class).element().name()).isEqualTo("int");
    assertThat(typeOf(Bean.class).isMap() || typeOf(Bean.class).isList()).isFalse();
  }

  @Test
  void property_ofABean_asAtRunTime() {
    assertProperties(
        new Bean(),
        List.of(
            "text", "hidden", "active", "boxed", "field", "number", "inherited", "value", "kind"),
        List.of("word", "nothing", "of", "SHARED", "shared", "baseCall", "getText", "x"));
    assertThat(typeOf(Bean.class).property("hidden").name()).isEqualTo("long");
    assertThat(typeOf(Bean.class).property("number").name()).isEqualTo("int");
    assertThat(typeOf(Bean.class).propertyNames()).contains("text", "field", "inherited");
  }

  @Test
  void property_ofARecord_asAtRunTime() {
    assertProperties(new Point(1, "l"), List.of("x", "label"), List.of("other", "getX"));
    assertThat(typeOf(Point.class).property("x").name()).isEqualTo("int");
  }

  @Test
  void property_ofJdkClasses_publicOnly() {
    assertProperties("text", List.of("bytes", "class"), List.of("value", "hash", "length"));
    assertProperties(new ArrayList<>(), List.of("empty"), List.of("size", "elementData"));
    assertProperties(Optional.of(1), List.of("present"), List.of("value", "get"));
    // a map's own entries are no concern of the type
    assertThat(typeOf(HashMap.class).property("table")).isNull();
    assertThat(typeOf(Headers.class).property("host")).isNotNull();
  }

  @Test
  void property_ofAPrimitiveOrArray_none() {
    assertThat(typeOf(int.class).property("value")).isNull();
    assertThat(typeOf(int[].class).property("length")).isNull();
    assertThat(typeOf(int.class).call("intValue", 0)).isNull();
  }

  @Test
  void call_byNameAndCount() {
    DeclaredType bean = typeOf(Bean.class);
    assertThat(bean.call("getOf", 1).name()).isEqualTo("java.lang.String");
    assertThat(bean.call("baseCall", 0).name()).isEqualTo("java.lang.String");
    assertThat(bean.call("getKind", 0).name()).isEqualTo("java.lang.String");
    assertThat(bean.call("hashCode", 0).name()).isEqualTo("int");
    assertThat(bean.call("generic", 1)).isNotNull();
    assertThat(bean.call("over", 1).isOpaque()).isTrue();
    assertThat(bean.call("getOf", 0)).isNull();
    assertThat(bean.call("getNothing", 0)).isNull();
    assertThat(bean.call("getShared", 0)).isNull();
    assertThat(bean.staticCall("getShared", 0).name()).isEqualTo("java.lang.String");
    assertThat(bean.staticCall("getText", 0)).isNull();
    assertThat(typeOf(List.class).call("size", 0).name()).isEqualTo("int");
    assertThat(typeOf(List.class).call("toString", 0).name()).isEqualTo("java.lang.String");
    assertThat(bean.methodNames()).contains("getText", "baseCall").doesNotContain("getNothing");
  }

  @Test
  void printsIdentity_onlyWithoutToString() {
    assertThat(typeOf(Base.class).printsIdentity()).isTrue();
    assertThat(typeOf(Bean.class).printsIdentity()).isFalse();
    assertThat(typeOf(HasKind.class).printsIdentity()).isFalse();
    assertThat(typeOf(Point.class).printsIdentity()).isFalse();
    assertThat(typeOf(Thread.State.class).printsIdentity()).isFalse();
    assertThat(typeOf(int.class).printsIdentity()).isFalse();
    assertThat(typeOf(Object.class).printsIdentity()).isFalse();
  }

  private void assertProperties(Object object, List<String> some, List<String> none) {
    DeclaredType type = typeOf(object.getClass());
    for (String name : some) {
      assertThat(type.property(name)).as(name).isNotNull();
      assertThat(isRead(object, name)).as(name).isTrue();
    }
    for (String name : none) {
      assertThat(type.property(name)).as(name).isNull();
      assertThat(isRead(object, name)).as(name).isFalse();
    }
  }

  private static boolean isRead(Object object, String name) {
    try {
      Calls.bind("{it." + name + ".toString():-null}").text(null, new Object[] {object});
      return true;
    } catch (TemplateValueException e) {
      return false;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
