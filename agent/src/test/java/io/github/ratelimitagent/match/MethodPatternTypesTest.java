package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which classes a pattern may concern, before their methods are known. */
class MethodPatternTypesTest {
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
  void syntheticClass_never() {
    TypeView type = new NamedType("com.acme.A", 0x1000, List.of());
    assertThat(MethodPattern.parse("com.acme.A.a(..)").matchesType(type)).isFalse();
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

  @Test
  void needsHierarchy_onlyWithPlus() {
    assertThat(MethodPattern.parse("com.acme.A+.a(..)").needsHierarchy()).isTrue();
    assertThat(MethodPattern.parse("(@com.acme.Api *).a(..)").needsHierarchy()).isFalse();
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
}
