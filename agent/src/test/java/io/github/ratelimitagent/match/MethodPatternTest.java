package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.PaymentService;
import com.acme.Repository;
import com.acme.orders.CachedOrderRepository;
import com.acme.orders.Order;
import com.acme.orders.OrderRepository;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MethodPatternTest {
  static final Class<?>[] CLASSES = {
    PaymentService.class,
    Repository.class,
    Order.class,
    Order.Line.class,
    OrderRepository.class,
    CachedOrderRepository.class,
    UUID.class
  };

  @Test
  void exactSignature_onlyThatOverload() {
    assertThat(matched("com.acme.PaymentService.charge(String, long)"))
        .containsExactly("PaymentService.charge(String, long)");
    assertThat(matched("com.acme.PaymentService.charge(java.lang.String,long)"))
        .containsExactly("PaymentService.charge(String, long)");
  }

  @Test
  void anyParameters_everyOverload() {
    assertThat(matched("com.acme.PaymentService.charge(..)")).hasSize(3);
  }

  @Test
  void plus_methodsOfEveryImplementation() {
    assertThat(matched("com.acme.Repository+.save(..)"))
        .containsExactlyInAnyOrder(
            "Repository.save(Object)",
            "OrderRepository.save(Order)",
            "CachedOrderRepository.save(Order, boolean)");
  }

  @Test
  void annotations_onMethodsAndTypes() {
    assertThat(matched("@com.acme.Limited com.acme..*.*(..)"))
        .containsExactly("PaymentService.history(Entry)");
    assertThat(matched("(@com.acme.Api *).find*(..)"))
        .containsExactlyInAnyOrder("OrderRepository.findById(long)", "OrderRepository.findAll()");
  }

  @Test
  void constructors_byNew() {
    assertThat(matched("com.acme.orders.Order.new(..)"))
        .containsExactlyInAnyOrder("Order.new(String)", "Order.new(String, int)");
  }

  @Test
  void jdkClass_onlyWhenNamedExactly() {
    assertThat(matched("java.util.UUID.randomUUID()")).containsExactly("UUID.randomUUID()");
    assertThat(matched("java.util.UU*.randomUUID()")).isEmpty();
    assertThat(matched("*.randomUUID()")).isEmpty();
  }

  @Test
  void varargsAndArrays_erasedToArrays() {
    String expected = "PaymentService.charge(int[], String[])";
    assertThat(matched("com.acme.PaymentService.charge(int[], String...)"))
        .containsExactly(expected);
    assertThat(matched("com.acme.PaymentService.charge(int[], String[])"))
        .containsExactly(expected);
    assertThat(matched("com.acme.PaymentService.charge(*[], ..)")).containsExactly(expected);
    assertThat(matched("com.acme.PaymentService.charge(int, ..)")).isEmpty();
    assertThat(matched("com.acme.PaymentService.charge(int[][], ..)")).isEmpty();
  }

  @Test
  void parameterWildcards_oneAndAny() {
    assertThat(matched("com.acme.PaymentService.*(*)"))
        .containsExactlyInAnyOrder(
            "PaymentService.charge(String)", "PaymentService.history(Entry)");
    assertThat(matched("com.acme.PaymentService.charge(String, ..)"))
        .containsExactlyInAnyOrder(
            "PaymentService.charge(String)", "PaymentService.charge(String, long)");
    assertThat(matched("com.acme.PaymentService.*(.., int)"))
        .containsExactly("PaymentService.refund(Object, String, int)");
    assertThat(matched("com.acme.PaymentService.*(*, *, ..)")).hasSize(3);
    assertThat(matched("com.acme.PaymentService.*(.., String, .., int, ..)"))
        .containsExactly("PaymentService.refund(Object, String, int)");
    assertThat(matched("com.acme.PaymentService.*(java.util..*)"))
        .containsExactly("PaymentService.history(Entry)");
    assertThat(matched("com.acme.PaymentService.history(java.util.Map$Entry)")).hasSize(1);
  }

  @Test
  void wildcardType_noArrayUnlessWritten() {
    assertThat(matched("com.acme..* com.acme.orders.OrderRepository.find*(..)"))
        .containsExactly("OrderRepository.findById(long)");
    assertThat(matched("String* com.acme..*.*(..)")).isEmpty();
    assertThat(matched("com.acme.PaymentService.charge(int[], String*)")).isEmpty();
    assertThat(matched("com.acme.PaymentService.charge(int[], *)")).hasSize(1);
  }

  @Test
  void annotationOfJavaLang_packageMayBeLeftOut() {
    String expected = "PaymentService.create()";
    assertThat(matched("@Deprecated com.acme..*.*(..)")).containsExactly(expected);
    assertThat(matched("@java.lang.Deprecated com.acme..*.*(..)")).containsExactly(expected);
    assertThat(matched("@Limited com.acme..*.*(..)")).isEmpty();
    assertThat(matched("@Deprecated @com.acme.Limited com.acme..*.*(..)")).isEmpty();
  }

  @Test
  void modifiers_requiredAndForbidden() {
    assertThat(matched("static com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.create()");
    assertThat(matched("protected final synchronized com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.refund(Object, String, int)");
    assertThat(matched("!public !protected !private com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.charge(int[], String[])");
    assertThat(matched("public !static !abstract !native com.acme.PaymentService.*()"))
        .containsExactly("PaymentService.run()");
    assertThat(matched("protected com.acme.orders.Order.new(..)"))
        .containsExactly("Order.new(String, int)");
  }

  @Test
  void returnType_erased() {
    assertThat(matched("java.util.List com.acme.PaymentService.*(..)"))
        .containsExactly("PaymentService.history(Entry)");
    assertThat(matched("int com.acme..*.*(..)"))
        .containsExactlyInAnyOrder(
            "PaymentService.refund(Object, String, int)", "Repository.count()");
    assertThat(matched("com.acme..*[] com.acme..*.*(..)"))
        .containsExactly("OrderRepository.findAll()");
    assertThat(matched("void com.acme.PaymentService.charge(String)")).hasSize(1);
    assertThat(matched("* com.acme.PaymentService.charge(String)")).hasSize(1);
  }

  @Test
  void nestedType_byDollar() {
    assertThat(matched("com.acme.orders.Order$Line.add(int)")).containsExactly("Line.add(int)");
    assertThat(matched("com.acme.orders.Order.Line.add(int)")).isEmpty();
  }

  @Test
  void simpleTypeName_onlyTheDefaultPackage() {
    assertThat(matched("PaymentService.charge(..)")).isEmpty();
    assertThat(matched("*PaymentService.charge(..)")).isEmpty();
    assertThat(matched("*..PaymentService.charge(..)")).hasSize(3);
  }

  /** Byte Buddy #780, #1184: a class whose supertypes cannot be found is no error. */
  @Test
  void plus_missingSupertypes_byTheNamesThatAreKnown() {
    TypeView missing = type("com.acme.Missing");
    TypeView type = type("com.acme.A", missing);

    assertThat(MethodPattern.parse("com.acme.Missing+.a(..)").matchesType(type)).isTrue();
    assertThat(MethodPattern.parse("com.acme.Other+.a(..)").matchesType(type)).isFalse();
  }

  @Test
  void plus_typeThatIsItsOwnSupertype_ends() {
    List<TypeView> supertypes = new ArrayList<>();
    TypeView type = new NamedType("com.acme.A", 0, supertypes);
    supertypes.add(type);

    supertypes.add(new NamedType("com.acme.C", 0, List.of(type)));

    assertThat(MethodPattern.parse("com.acme.B+.a(..)").matchesType(type)).isFalse();
  }

  @Test
  void plus_annotatedType_annotationOnTheClassItself() {
    assertThat(matched("(@com.acme.Api com.acme.Repository+).save(..)"))
        .containsExactly("OrderRepository.save(Order)");
  }

  @Test
  void syntheticClass_never() {
    TypeView type = new NamedType("com.acme.A", 0x1000, List.of());
    assertThat(MethodPattern.parse("com.acme.A.a(..)").matchesType(type)).isFalse();
  }

  @Test
  void abstractAndNative_matchSoThatTheyCanBeReported() {
    assertThat(matched("com.acme.PaymentService.s*()"))
        .containsExactlyInAnyOrder("PaymentService.settle()", "PaymentService.sign()");
  }

  @Test
  void wildcardName_noConstructor() {
    assertThat(matched("com.acme.orders.Order.*(..)")).isEmpty();
    assertThat(MethodPattern.parse("com.acme.A.new(..)").isConstructorPattern()).isTrue();
    assertThat(MethodPattern.parse("com.acme.A.new*(..)").isConstructorPattern()).isFalse();
  }

  @Test
  void needsHierarchy_onlyWithPlus() {
    assertThat(MethodPattern.parse("com.acme.A+.a(..)").needsHierarchy()).isTrue();
    assertThat(MethodPattern.parse("(@com.acme.Api *).a(..)").needsHierarchy()).isFalse();
  }

  @Test
  void nameAlone_noSupertypesAsked() {
    TypeView type =
        new NamedType("com.acme.A", 0, List.of()) {
          @Override
          public List<TypeView> supertypes() {
            throw new AssertionError("asked");
          }
        };
    assertThat(MethodPattern.parse("com.acme.A+.a(..)").matchesType(type)).isTrue();
    assertThat(MethodPattern.parse("com..*.a(..)").matchesType(type)).isTrue();
  }

  /** The check runs for every class that the application loads. */
  @Test
  void mayMatchClass_allocatesNothing() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    MethodPattern[] patterns =
        Stream.of(
                "com.acme.A.b(..)",
                "com.acme..*Service.b(..)",
                "*..a*..b..*C.d(..)",
                "com.acme.A+.b(..)",
                "(@com.acme.Api *).b(..)")
            .map(MethodPattern::parse)
            .toArray(MethodPattern[]::new);
    String[] names = {"com.acme.A", "com.acme.b.PayService", "x.ab.b.c.BC", "javax.crypto.Cipher"};
    int matched = askAll(patterns, names);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1000; i++) {
      matched += askAll(patterns, names);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(matched).isPositive();
    assertThat(allocated).isLessThan(1000);
  }

  private static int askAll(MethodPattern[] patterns, String[] names) {
    int matched = 0;
    for (MethodPattern pattern : patterns) {
      for (String name : names) {
        matched += pattern.mayMatchClass(name) ? 1 : 0;
      }
    }
    return matched;
  }

  private static TypeView type(String name, TypeView... supertypes) {
    return new NamedType(name, 0, List.of(supertypes));
  }

  private static class NamedType implements TypeView {
    private final String name;
    private final int modifiers;
    private final List<TypeView> supertypes;

    NamedType(String name, int modifiers, List<TypeView> supertypes) {
      this.name = name;
      this.modifiers = modifiers;
      this.supertypes = supertypes;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int modifiers() {
      return modifiers;
    }

    @Override
    public List<TypeView> supertypes() {
      return supertypes;
    }

    @Override
    public List<String> annotations() {
      return List.of();
    }
  }

  static List<String> matched(String text) {
    MethodPattern pattern = MethodPattern.parse(text);
    List<String> matched = new ArrayList<>();
    for (Class<?> type : CLASSES) {
      TypeView view = Reflected.type(type);
      for (MethodView method : Reflected.members(type)) {
        if (pattern.matches(view, method)) {
          assertThat(pattern.mayMatchClass(type.getName())).isTrue();
          assertThat(pattern.matchesType(view)).isTrue();
          matched.add(shortText(type, method));
        }
      }
    }
    return matched;
  }

  private static String shortText(Class<?> type, MethodView method) {
    return type.getSimpleName()
        + "."
        + (method.isConstructor() ? "new" : method.name())
        + method.parameterTypes().stream()
            .map(name -> name.replaceAll(".*[.$]", ""))
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
