package io.github.ratelimitagent.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GenericClassTest {
  private final ClassFiles files = ClassFiles.of(GenericClassTest.class.getClassLoader());

  abstract static class Table<R extends Number, C> extends AbstractMap<R, List<C[]>>
      implements Supplier<C> {
    R row;
    Map.Entry<C, ? super R> entry;
    int[][] cells;

    abstract <R> R hiding(R hidden, C column);

    class Cell {
      Cell(List<C> values) {}
    }

    Cell cell;
  }

  @Test
  void arguments_replaceTheVariables_inMembersAndSupertypes() {
    GenericClass table = table(JavaType.of("java.lang.Long"), JavaType.of("java.lang.String"));
    assertThat(table.supertypes().stream().map(GenericClassTest::text))
        .containsExactly(
            "java.util.AbstractMap<java.lang.Long, java.util.List<java.lang.String[]>>",
            "java.util.function.Supplier<java.lang.String>");
    assertThat(field(table, "row")).isEqualTo("java.lang.Long");
    assertThat(field(table, "entry"))
        .isEqualTo("java.util.Map$Entry<java.lang.String, java.lang.Object>");
    assertThat(field(table, "cells")).isEqualTo("int[][]");
    assertThat(field(table, "cell")).isEqualTo(Table.Cell.class.getName());
  }

  @Test
  void variableOfAMethod_hidesThatOfItsClass() {
    GenericClass table = table(JavaType.of("java.lang.Long"), JavaType.of("java.lang.String"));
    MethodModel hiding = method(Table.class, "hiding");
    assertThat(text(table.returnTypeOf(hiding))).isEqualTo("java.lang.Object");
    assertThat(table.parameterTypesOf(hiding).stream().map(GenericClassTest::text))
        .containsExactly("java.lang.Object", "java.lang.String");
  }

  /** Java Language Specification, 4.8. */
  @Test
  void classWithoutTheArgumentsItCouldHave_isErased() {
    GenericClass raw = table();
    assertThat(raw.supertypes().stream().map(GenericClassTest::text))
        .containsExactly("java.util.AbstractMap", "java.util.function.Supplier");
    assertThat(field(raw, "row")).isEqualTo("java.lang.Number");
    assertThat(field(raw, "entry")).isEqualTo("java.util.Map$Entry");
    assertThat(text(raw.returnTypeOf(method(Table.class, "hiding")))).isEqualTo("java.lang.Object");
  }

  @Test
  void ownCode_knowsNothingOfTheVariables() {
    GenericClass own = GenericClass.ofOwn(files.get(Table.class.getName()));
    assertThat(field(own, "row")).isEqualTo("java.lang.Object");
    assertThat(field(own, "entry"))
        .isEqualTo("java.util.Map$Entry<java.lang.Object, java.lang.Object>");
  }

  @Test
  void outerObject_thatTheSignatureLeavesOut_isAParameter() {
    GenericClass cell = GenericClass.ofOwn(files.get(Table.Cell.class.getName()));
    assertThat(
            cell.parameterTypesOf(method(Table.Cell.class, "<init>")).stream()
                .map(GenericClassTest::text))
        .containsExactly(Table.class.getName(), "java.util.List");
  }

  private GenericClass table(JavaType... arguments) {
    return GenericClass.of(files.get(Table.class.getName()), List.of(arguments));
  }

  private String field(GenericClass of, String name) {
    return files.get(Table.class.getName()).fields().stream()
        .filter(field -> field.name().equals(name))
        .map(of::typeOf)
        .map(GenericClassTest::text)
        .findAny()
        .orElseThrow();
  }

  private MethodModel method(Class<?> type, String name) {
    return files.get(type.getName()).methods().stream()
        .filter(method -> method.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static String text(JavaType type) {
    return type.arguments().isEmpty()
        ? type.name()
        : type.name()
            + "<"
            + String.join(", ", type.arguments().stream().map(GenericClassTest::text).toList())
            + ">";
  }
}
