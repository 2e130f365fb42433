package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateBindTest {
  record Order(String orderId, long amount) {
    static String newest() {
      return "o9";
    }

    Order plus(long more) {
      return new Order(orderId, amount + more);
    }

    void ship() {}
  }

  static class Service {
    String charge(String userId, Order order, Map<String, String> headers, List<Order> items) {
      return "";
    }

    void byMethod(String method, int[] ids, StringBuffer buffer) {}

    void alone(Service it, boolean flag) {}

    void empty() {}

    static void audit(String userId) {}

    Service(String userId) {}
  }

  private static final String SERVICE = Service.class.getName();
  private static final String ORDER = Order.class.getName();

  private static BoundTemplate bind(String method, String template) throws TemplateBindException {
    return Template.parse(template)
        .bind(ReflectedSignature.of(Service.class, method), Calls.ACCESSORS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // positions and names
        "charge|{4}|SERVICE.charge has no parameter 4: it has {0} to {3}",
        "audit|{1}|SERVICE.audit has no parameter 1: it has one, {0}",
        "empty|{0}|SERVICE.empty has no parameter 0: it has no parameters",
        "new|{1}|the constructor of SERVICE has no parameter 1: it has one, {0}",
        "charge|{usrId}|SERVICE.charge has no parameter 'usrId'; it has userId, order, headers, items",
        "charge|{userID}|SERVICE.charge has no parameter 'userID'; did you mean userId?",
        "empty|{userId}|SERVICE.empty has no parameter 'userId': it has no parameters",
        // this
        "audit|{this.tenant}|SERVICE.audit is static and has no object to read from",
        "new|{this}|the object does not exist yet when a constructor of SERVICE is called",
        // properties
        "charge|{order.ordr}|ORDER has no property 'ordr'; did you mean orderId?",
        "charge|{order.x}|ORDER has no property 'x'; it has amount, orderId",
        "charge|{order.TOSTRING}|ORDER has no property 'TOSTRING'; did you mean toString()?",
        "charge|{order.newest}|ORDER has no property 'newest'",
        "charge|{order.toString}|ORDER has no property 'toString': write toString() to call the method",
        "charge|{userId.x.y}|java.lang.String has no property 'x'; it has bytes",
        "charge|{order.amount.x}|long has no property 'x'",
        // calls
        "charge|{order.pls(1)}|ORDER has no method 'pls' with 1 argument that returns something",
        "charge|{order.plus(1, 2)}|ORDER has no method 'plus' with 2 arguments that returns something",
        "charge|{order.ship()}|ORDER has no method 'ship' with no arguments that returns something",
        "charge|{order.orderID()}|'orderID' with no arguments that returns something; did you mean orderId?",
        "charge|{order.newest()}|newest is static: write {ORDER.newest()}",
        // indexes and keys
        "charge|{order[0]}|ORDER is neither a list nor an array and has no index",
        "charge|{order.0}|ORDER is neither a list nor an array and has no index",
        "charge|{headers[0]}|java.util.Map is a map: write the key in quotes, [\"0\"]",
        "charge|{order[\"id\"]}|ORDER is not a map: write .id",
        // arrays have no text
        "byMethod|{ids}|int[] is an array and has no text of its own: name an element, as in [0]",
        // static calls
        "charge|{com.acme.Gone.now()}|no parameter 'com'; it has userId, order, headers, items; nor is there a class com.acme.Gone to call",
        "charge|{usrId.trim()}|no parameter 'usrId'; it has userId, order, headers, items; nor is there a class usrId to call",
        "charge|{DOTTED.newest()}|is there a class DOTTED to call; did you mean ORDER?",
        "charge|{ORDER.newst()}|ORDER has no static method 'newst' with no arguments that returns something; did you mean newest?",
        "charge|{ORDER.plus(1)}|ORDER has no static method 'plus' with 1 argument",
        "charge|{com.acme.Gone.NOW}|SERVICE.charge has no parameter 'com'",
      })
  void bind_faulty_saysWhatAndWhatInstead(String method, String template, String problem) {
    String dotted = ORDER.replace('$', '.');
    String expression = template.replace("ORDER", ORDER).replace("DOTTED", dotted);
    assertThatThrownBy(() -> bind(method, "k:" + expression))
        .isInstanceOf(TemplateBindException.class)
        .hasMessageStartingWith(expression + ": ")
        .hasMessageContaining(
            problem.replace("SERVICE", SERVICE).replace("ORDER", ORDER).replace("DOTTED", dotted))
        .extracting(e -> ((TemplateBindException) e).expression())
        .isEqualTo(expression);
  }

  @Test
  void bind_noParameterNames_saysToUsePositions() throws TemplateBindException {
    CallSignature charge = ReflectedSignature.of(Service.class, "charge").withoutNames();
    CallSignature audit = ReflectedSignature.of(Service.class, "audit").withoutNames();
    Template named = Template.parse("{userId}");
    assertThatThrownBy(() -> named.bind(charge, Calls.ACCESSORS))
        .hasMessage(
            "{userId}: the class file of "
                + SERVICE
                + " has no parameter names (it was compiled without -g and -parameters): write a"
                + " position, {0} to {3}");
    assertThatThrownBy(() -> named.bind(audit, Calls.ACCESSORS))
        .hasMessageEndingWith("write the position {0}");
    Template.parse("{0}{System.lineSeparator()}{this:-x}").bind(charge, Calls.ACCESSORS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "charge|{items}|java.util.List is not a number: write .size()",
        "charge|{headers}|java.util.Map is not a number: write .size()",
        "byMethod|{ids}|int[] is not a number: write .length",
        "alone|{flag}|boolean is not a number",
      })
  void bindNumber_neverANumber_saysWhatToWrite(String method, String template, String problem) {
    CallSignature signature = ReflectedSignature.of(Service.class, method);
    assertThatThrownBy(() -> Template.parse(template).bindNumber(signature, Calls.ACCESSORS))
        .isInstanceOf(TemplateBindException.class)
        .hasMessage(template + ": " + problem);
  }

  @Test
  void bindNumber_mayBeANumber_bound() throws TemplateBindException {
    CallSignature signature = ReflectedSignature.of(Service.class, "charge");
    for (String template : List.of("3", "{items.size()}", "{order.amount}", "{headers.x}", "{0}")) {
      BoundTemplate bound = Template.parse(template).bindNumber(signature, Calls.ACCESSORS);
      assertThat(bound.template().source()).isEqualTo(template);
    }
  }

  @Test
  void warnings_doubledBraces_askWhatIsMeant() throws TemplateBindException {
    assertThat(bind("charge", "u:{{userId}}").warnings())
        .singleElement()
        .asString()
        .startsWith("{{userId}} is the text {userId}, the same for every call; write {userId}");
    assertThat(bind("charge", "{{{userId}}}{{orders}}").warnings()).isEmpty();
  }

  @Test
  void warnings_parameterNamedMethod_nameItsPosition() throws TemplateBindException {
    BoundTemplate bound = bind("byMethod", "{method}");
    assertThat(bound.warnings())
        .containsExactly("{method} is the method's name; write {0} for the parameter 'method'");
    assertThat(bound).hasToString("{method}");
  }

  @Test
  void warnings_objectWithoutToString_asksForAProperty() throws TemplateBindException {
    assertThat(bind("alone", "{it}").warnings())
        .containsExactly(
            "{it}: "
                + SERVICE
                + " has no toString() of its own, so each object is a bucket of its own; name a"
                + " property of it");
    assertThat(bind("charge", "{order}{headers}{items}{userId}{order.amount}").warnings())
        .isEmpty();
    assertThat(bind("byMethod", "{buffer}").warnings()).isEmpty();
  }
}
