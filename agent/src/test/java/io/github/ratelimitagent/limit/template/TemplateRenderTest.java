package io.github.ratelimitagent.limit.template;

import static io.github.ratelimitagent.limit.template.Calls.checked;
import static io.github.ratelimitagent.limit.template.Calls.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TemplateRenderTest {
  record Customer(String id, boolean vip) {}

  record Order(Customer customer, List<Customer> others) {}

  static class Service {
    private final String tenant = "acme";

    void charge(String userId, long amount, Order order) {}

    static void audit(String userId) {}

    Service(String userId) {}
  }

  static class Current {
    static final Customer CUSTOMER = new Customer("c1", true);

    static Customer current() {
      return CUSTOMER;
    }

    static String of(String region, long shard) {
      return region + shard;
    }
  }

  private static final Customer BOB = new Customer("bob", false);
  private static final Order ORDER = new Order(BOB, List.of(BOB, new Customer("eve", true)));

  private static String charge(String template) throws Throwable {
    BoundTemplate bound =
        Template.parse(template)
            .bind(ReflectedSignature.of(Service.class, "charge"), Calls.ACCESSORS);
    assertThat(bound.warnings()).isEmpty();
    return bound.render(new Service(""), new Object[] {"u7", 250L, ORDER});
  }

  @Test
  void render_argument_byPositionOrName() throws Throwable {
    assertThat(charge("{0}")).isEqualTo("u7");
    assertThat(charge("user:{userId}")).isEqualTo("user:u7");
    assertThat(charge("{1}!")).isEqualTo("250!");
    assertThat(charge("u:{userId}:{amount}:{userId}")).isEqualTo("u:u7:250:u7");
    assertThat(charge("{{{userId}}}")).isEqualTo("{u7}");
  }

  @Test
  void render_path_readsDeepProperties() throws Throwable {
    assertThat(charge("{order.customer.id}")).isEqualTo("bob");
    assertThat(charge("{2.customer.vip}")).isEqualTo("false");
    assertThat(charge("{order.others[1].id}")).isEqualTo("eve");
    assertThat(charge("{order.others.1.id}")).isEqualTo("eve");
    assertThat(charge("{order.others.size()}")).isEqualTo("2");
    assertThat(charge("{userId.substring(1)}")).isEqualTo("7");
    assertThat(charge("{userId.concat(\"{x}\")}")).isEqualTo("u7%7Bx%7D");
    assertThat(charge("{order.customer.getClass().simpleName}")).isEqualTo("Customer");
  }

  @Test
  void render_thisClassAndMethod_readTheCall() throws Throwable {
    assertThat(charge("{this.tenant}")).isEqualTo("acme");
    assertThat(charge("{class}.{method}")).isEqualTo(Service.class.getName() + ".charge");
  }

  @Test
  void render_staticCall_asksTheClassEachTime() throws Throwable {
    String current = Current.class.getName();
    assertThat(charge("{" + current + ".current().id}")).isEqualTo("c1");
    assertThat(charge("{" + current + ".current()}")).isEqualTo(Current.CUSTOMER.toString());
    assertThat(charge("{" + current + ".of(\"eu\", 3)}")).isEqualTo("eu3");
    assertThat(charge("{java.lang.Integer.parseInt(\"12\")}")).isEqualTo("12");
    assertThat(charge("{System.lineSeparator().length()}"))
        .isEqualTo("" + System.lineSeparator().length());
  }

  @Test
  void render_constructor_isNamedNew() throws Throwable {
    BoundTemplate bound =
        Template.parse("{method}:{0}")
            .bind(ReflectedSignature.of(Service.class, "new"), Calls.ACCESSORS);
    assertThat(bound.render(null, new Object[] {"u1"})).isEqualTo("new:u1");
  }

  @Test
  void render_constant_sameObjectEachTime() throws Throwable {
    for (String template : List.of("orders", "{class}:{method}", "x".repeat(300))) {
      BoundTemplate bound = Calls.bind(template);
      assertThat(bound.isConstant()).isTrue();
      assertThat(bound.needsArguments()).isFalse();
      assertThat(bound.render(null, new Object[0])).isSameAs(bound.render(null, new Object[0]));
    }
    assertThat(render("", 1)).isEmpty();
  }

  @Test
  void render_loneStringArgument_sameObject() throws Throwable {
    String value = new String("u7");
    assertThat(render("{it}", value)).isSameAs(value);
  }

  @Test
  void needsArguments_exactOnceBound() throws Throwable {
    assertThat(Calls.bind("{it.a}").needsArguments()).isTrue();
    assertThat(Calls.bind("{0}").needsArguments()).isTrue();
    assertThat(Calls.bind("{this}").needsArguments()).isFalse();
    assertThat(Calls.bind("{System.lineSeparator()}").needsArguments()).isFalse();
  }

  @Test
  void render_valuesOfEveryKind_asJavaPrints() throws Throwable {
    for (Object value :
        List.of("s", 1, -2L, 1.5, 1e10f, 'c', true, Thread.State.NEW, List.of(1, 2), Set.of())) {
      assertThat(checked("<{it}>", value)).isEqualTo("<" + value + ">");
    }
  }

  @Test
  void render_bracesInValues_percentEncoded() throws Throwable {
    assertThat(render("{it}", "a{b}c")).isEqualTo("a%7Bb%7Dc");
    assertThat(render("{{{it}}}:{it}", "{}")).isEqualTo("{%7B%7D}:%7B%7D");
    assertThat(render("{it}", List.of("{"))).isEqualTo("[%7B]");
  }

  @Test
  void text_bracesAndLength_leftAlone() throws Throwable {
    BoundTemplate bound = Calls.bind("{{{it}}}");
    assertThat(bound.text(null, new Object[] {"{a}"})).isEqualTo("{{a}}");
    assertThat(bound.text(null, new Object[] {"x".repeat(999)})).hasSize(1001);
    assertThat(Calls.bind("y".repeat(300)).text(null, new Object[0])).hasSize(300);
  }

  @Test
  void render_nullAnywhere_isTheDefaultOrNull() throws Throwable {
    Map<String, Object> holder = new HashMap<>();
    holder.put("order", new Order(null, Arrays.asList((Customer) null)));
    holder.put("none", null);
    assertThat(render("{it}", null)).isEqualTo("null");
    assertThat(render("{it:-nobody}", null)).isEqualTo("nobody");
    assertThat(render("{it:-}", null)).isEmpty();
    assertThat(render("{it.a.b[0].c()}", null)).isEqualTo("null");
    assertThat(render("u:{it.order.customer.id:-anon}", holder)).isEqualTo("u:anon");
    assertThat(render("{it.order.others[0].id}", holder)).isEqualTo("null");
    assertThat(render("{it.none:-x}{it.missing:-y}", holder)).isEqualTo("xy");
    assertThat(render("{it:-x}", "")).isEmpty();
  }

  @Test
  void render_toStringThatReturnsNull_isNull() throws Throwable {
    Object odd =
        new Object() {
          @Override
          public String toString() {
            return null;
          }
        };
    assertThat(render("{it}", odd)).isEqualTo("null");
    assertThat(render("{it:-x}", odd)).isEqualTo("x");
  }

  @Test
  void render_listAndArray_byIndex() throws Throwable {
    assertThat(checked("{it[1]}", new ArrayList<>(List.of("a", "b")))).isEqualTo("b");
    assertThat(checked("{it.1}", new String[] {"a", "b"})).isEqualTo("b");
    assertThat(checked("{it[0]}", new int[] {7})).isEqualTo("7");
    assertThat(checked("{it[1][0].id}", new Customer[][] {{}, {BOB}})).isEqualTo("bob");
    assertThat(checked("{it.length}", new int[] {7, 8})).isEqualTo("2");
    assertThat(render("{it[5]:-none}{it.5:-none}", List.of("a"))).isEqualTo("nonenone");
    assertThat(render("{it[1]:-none}", new int[1])).isEqualTo("none");
  }

  @Test
  void render_map_byKey() throws Throwable {
    Map<String, Object> map = new TreeMap<>(Map.of("a", 1, "X-Api-Key", 2, "0", 3, "empty", 4));
    map.put("class", 5);
    assertThat(checked("{it.a}", map)).isEqualTo("1");
    assertThat(checked("{it[\"X-Api-Key\"]}", map)).isEqualTo("2");
    assertThat(checked("{it.0}", map)).isEqualTo("3");
    assertThat(checked("{it.empty}{it.class}", map)).isEqualTo("45");
    assertThat(checked("{it.isEmpty()}{it.size()}", map)).isEqualTo("false5");
    assertThat(checked("{it.size:-no entry}", map)).isEqualTo("no entry");
  }

  @Test
  void render_mapWithGetters_gettersFirst() throws Throwable {
    class Headers extends HashMap<String, String> {
      private final String secret = "field";

      public String getHost() {
        return "getter";
      }
    }
    Headers headers = new Headers();
    headers.put("host", "entry");
    headers.put("secret", "entry");
    assertThat(checked("{it.host} {it[\"host\"]} {it.secret}", headers))
        .isEqualTo("getter entry entry");
    assertThat(headers.secret).isEqualTo("field");
  }

  @Test
  void render_arrayFoundAtRunTime_refused() {
    assertThatThrownBy(() -> render("k:{it}", new byte[] {1}))
        .isInstanceOf(TemplateValueException.class)
        .hasMessageContaining("{it}: an array has no text of its own");
  }

  @Test
  void render_wrongShapeFoundAtRunTime_saysWhatWithoutTheValue() {
    for (Map.Entry<String, String> each :
        Map.of(
                "{it.nope}", "java.lang.String has no property 'nope'",
                "{it.value}", "java.lang.String has no property 'value'",
                "{it.nope()}", "java.lang.String has no method nope()",
                "{it.length(1)}", "java.lang.String has no method length(1)",
                "{it[0]}", "java.lang.String is neither a list nor an array",
                "{it.0}", "java.lang.String is neither a list nor an array",
                "{it[\"a\"]}", "java.lang.String is not a map")
            .entrySet()) {
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> render("k:" + each.getKey(), "hidden"))
            .isInstanceOf(TemplateValueException.class)
            .hasMessageContaining(each.getKey() + ": " + each.getValue())
            .hasMessageNotContaining("hidden");
      }
    }
  }

  @Test
  void render_classGoneAtRunTime_says() throws Throwable {
    BoundTemplate bound =
        Template.parse("{com.acme.Gone.current()}")
            .bind(new Calls.OneArgument(String.class), Calls.ACCESSORS);
    assertThatThrownBy(() -> bound.render(null, new Object[0]))
        .isInstanceOf(TemplateValueException.class)
        .hasMessage("{com.acme.Gone.current()}: there is no class com.acme.Gone");
  }

  @Test
  void render_throwingCode_isNamedWithoutItsMessage_errorsComeOutUnchanged() {
    Exception checked = new Exception("mine");
    StackOverflowError error = new StackOverflowError();
    class Thrower {
      public String getChecked() throws Exception {
        throw checked;
      }

      String error() {
        throw error;
      }

      @Override
      public String toString() {
        throw error;
      }
    }
    assertThatThrownBy(() -> render("{it.checked:-x}", new Thrower()))
        .isInstanceOf(TemplateValueException.class)
        .hasMessageContaining("it.checked")
        .hasMessageEndingWith(": java.lang.Exception");
    assertThatThrownBy(() -> render("{it.error()}", new Thrower())).isSameAs(error);
    assertThatThrownBy(() -> render("{it}", new Thrower())).isSameAs(error);
  }
}
