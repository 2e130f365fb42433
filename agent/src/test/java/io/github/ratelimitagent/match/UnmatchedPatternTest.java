package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Api;
import com.acme.Ledger;
import com.acme.Limited;
import com.acme.PaymentService;
import com.acme.Repository;
import com.acme.orders.AuditedOrderRepository;
import com.acme.orders.CachedOrderRepository;
import com.acme.orders.Order;
import com.acme.orders.OrderRepository;
import com.acme.stock.Book;
import com.acme.stock.Item;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is said of a pattern that matches nothing, typos in classes, methods and parameters included
 * (OpenTelemetry Java #2211, jmx_exporter #884, JMC-6887).
 */
class UnmatchedPatternTest {
  private static final KnownClasses KNOWN =
      new ReflectedClasses(
          Api.class,
          Ledger.class,
          Limited.class,
          PaymentService.class,
          Repository.class,
          AuditedOrderRepository.class,
          CachedOrderRepository.class,
          Order.class,
          Order.Line.class,
          OrderRepository.class,
          Book.class,
          Item.class,
          java.util.UUID.class,
          java.util.function.Supplier.class,
          Object.class);

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      textBlock =
          """
          com.acme.PaymentServce.charge(..) → no class com.acme.PaymentServce has been seen; did you mean com.acme.PaymentService?
          PaymentService.charge(..) → no class PaymentService has been seen; did you mean com.acme.PaymentService?
          com.acme.Order.new(..) → no class com.acme.Order has been seen; did you mean com.acme.orders.Order?
          com.acme.orders.Order.Line.add(..) → no class com.acme.orders.Order.Line has been seen; did you mean com.acme.orders.Order$Line?
          org.none.Thing.do(..) → no class org.none.Thing has been seen, nor one with a similar name
          Thing.do(..) → no class Thing has been seen; a name without a package is a class in no package
          com.acme.Repositry+.save(..) → no class com.acme.Repositry has been seen; did you mean com.acme.Repository?
          com.acme.PaymentService.chrage(..) → com.acme.PaymentService declares no method chrage; did you mean com.acme.PaymentService.charge(String), com.acme.PaymentService.charge(String, long) or com.acme.PaymentService.charge(int[], String[])?
          com.acme.PaymentService.refund(Object) → com.acme.PaymentService has no refund(Object); did you mean com.acme.PaymentService.refund(Object, String, int)?
          com.acme.orders.OrderRepository.save(Order) → com.acme.orders.OrderRepository has no save(Order); did you mean com.acme.orders.OrderRepository.save(com.acme.orders.Order)?
          com.acme.orders.Order.new(long) → com.acme.orders.Order has no new(long); did you mean com.acme.orders.Order.new(String) or com.acme.orders.Order.new(String, int)?
          com.acme.orders.Order$Line.remove(..) → com.acme.orders.Order$Line declares no method remove; it has com.acme.orders.Order$Line.add(int)
          com.acme.orders.Order.lambda$charge$0(..) → the bodies of lambda expressions are never covered; limit a method that they call, or write what is to be limited as a method and pass that (this::method)
          com.acme.orders.Order.charge(..) → com.acme.orders.Order declares no method charge, nor any other
          static com.acme.PaymentService.run() → com.acme.PaymentService.run() is not static
          int com.acme.PaymentService.run() → com.acme.PaymentService.run() returns void, not int
          @com.acme.Limited com.acme.PaymentService.run() → com.acme.PaymentService.run() does not have @com.acme.Limited
          (@com.acme.Api com.acme.PaymentService).run() → com.acme.PaymentService does not have @com.acme.Api
          com.acme.PaymentService.settle() → com.acme.PaymentService.settle() is abstract, there is no body to limit; write com.acme.PaymentService+.settle() for the classes that implement it
          com.acme.PaymentService+.settle() → com.acme.PaymentService.settle() is abstract, there is no body to limit; no class that implements it has been seen
          com.acme.Repository+.save(Object) → com.acme.Repository.save(Object) is abstract, there is no body to limit; no class that implements it with these parameters has been seen; write (..) if they are type variables there
          java.util.function.Supplier.get(..) → java.util.function.Supplier.get() is abstract, there is no body to limit; write java.util.function.Supplier+.get(..) for the classes of the application that implement it; a class of the JDK must be named exactly
          java.util.function.Supplier+.get(..) → java.util.function.Supplier.get() is abstract, there is no body to limit; no class of the application that implements it has been seen; a class of the JDK must be named exactly
          com.acme.PaymentService.sign() → com.acme.PaymentService.sign() is native, there is no body to limit
          com.acme.Repository.save(..) → com.acme.Repository.save(Object) is abstract, there is no body to limit; write com.acme.Repository+.save(..) for the classes that implement it
          com.acme.Ledger.*(long) → 2 methods of com.acme.Ledger that it fits are abstract, there is no body to limit; write com.acme.Ledger+.*(long) for the classes that implement them
          com.acme.Repository.new(..) → com.acme.Repository is an interface and has no constructors
          com.acme.orders.Order.Order(..) → com.acme.orders.Order declares no method Order; write com.acme.orders.Order.new(..) for its constructors
          @Limited com.acme.PaymentService.history(..) → com.acme.PaymentService.history(java.util.Map$Entry) does not have @Limited; did you mean @com.acme.Limited?
          Object.hashCode(long) → no class Object has been seen; did you mean java.lang.Object?
          com.acme.orders.OrderRepository.count() → com.acme.orders.OrderRepository does not declare count, com.acme.Repository does; write com.acme.Repository+.count() for it and every override
          com.acme.orders.CachedOrderRepository.findById(..) → com.acme.orders.CachedOrderRepository does not declare findById, com.acme.orders.OrderRepository does; write com.acme.orders.OrderRepository+.findById(..) for it and every override
          com.acme.orders.AuditedOrderRepository.save(..) → com.acme.orders.AuditedOrderRepository does not declare save, com.acme.orders.OrderRepository does; write com.acme.orders.OrderRepository+.save(..) for it and every override
          com.acme.PaymentService.zzzzz(..) → com.acme.PaymentService declares no method zzzzz; it has, among others, com.acme.PaymentService.audit(), com.acme.PaymentService.charge(String) or com.acme.PaymentService.charge(String, long)
          com.acme.stock.Book.move(..) → com.acme.stock.Book does not declare move, com.acme.stock.Item does; write com.acme.stock.Item+.move(..) for it and every override
          com.acme.stock.Book.none() → com.acme.stock.Book does not declare none, com.acme.stock.Item does; write com.acme.stock.Item.none()
          io.github.ratelimitagent.match.A.b() → io.github.ratelimitagent.match.A belongs to the agent, which never limits itself
          java.util.UU*.randomUUID() → wildcards do not reach the classes of the JDK: name the class exactly
          com.acmee..*.charge(..) → no class with a name like com.acmee..* has been seen; did you mean com.acme..*?
          com.acme.orders.*Srvice.charge(..) → no class with a name like com.acme.orders.*Srvice has been seen, though there are classes in com.acme.orders
          *..UUID.randomUUID() → wildcards do not reach the classes of the JDK: name java.util.UUID exactly
          *..*Srvice.charge(..) → no class with a name like *..*Srvice has been seen
          com.acme..*.chrage(..) → no class seen with a name like com.acme..* declares chrage; did you mean com.acme.PaymentService.charge(String)?
          com.acme..*.zzzzz(..) → no class seen with a name like com.acme..* declares zzzzz
          com.acme..*.refund() → com.acme.PaymentService has no refund(); did you mean com.acme.PaymentService.refund(Object, String, int)?
          (@com.acme.Apii com.acme.*).run() → no class seen with a name like com.acme.* has @com.acme.Apii
          """)
  void explain_oneSentence(String pattern, String sentence) {
    assertThat(UnmatchedPattern.explain(MethodPattern.parse(pattern), KNOWN))
        .containsExactly(sentence);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.PaymentService.charge(..)",
        "com.acme..*.charge(..)",
        "com.acme.Repository+.count()",
        "java.util.UUID.randomUUID()"
      })
  void explain_patternThatCanBeWoven_nothing(String pattern) {
    assertThat(UnmatchedPattern.explain(MethodPattern.parse(pattern), KNOWN)).isEmpty();
  }

  @Test
  void explain_severalReasons_atMostThree() {
    assertThat(UnmatchedPattern.explain(MethodPattern.parse("com.acme..*.*(char)"), KNOWN))
        .hasSizeBetween(1, 3)
        .doesNotHaveDuplicates();
  }

  private record ReflectedClasses(Map<String, Class<?>> byName) implements KnownClasses {
    ReflectedClasses(Class<?>... classes) {
      this(Arrays.stream(classes).collect(Collectors.toMap(Class::getName, Function.identity())));
    }

    @Override
    public Collection<String> names() {
      return byName.keySet();
    }

    @Override
    public TypeView type(String name) {
      return byName.containsKey(name) ? Reflected.type(byName.get(name)) : null;
    }

    @Override
    public List<MethodView> members(String className) {
      return byName.containsKey(className) ? Reflected.members(byName.get(className)) : List.of();
    }
  }
}
