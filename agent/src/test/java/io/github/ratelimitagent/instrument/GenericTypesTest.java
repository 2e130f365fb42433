package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements of what is declared with type arguments, as class files say it. */
class GenericTypesTest {
  public record Item(String sku, int[] sizes, List<String> tags) {}

  public record Order(List<Item> items, Map<String, Item> bySku) {}

  public static class Items extends ArrayList<Item> {
    private static final long serialVersionUID = 1L;
  }

  public static class Swapped<V, K> extends HashMap<K, V> {
    private static final long serialVersionUID = 1L;
  }

  public static class Box<T> {
    public T value;
    public List<T> all;
    public T[] array;
  }

  static class Service<C, B extends Item, S extends Comparable<S> & Serializable> {
    <M extends List<Item>> void call(
        List<Item> items,
        List<String> texts,
        ArrayList<String> arrayList,
        LinkedList<Item> linked,
        List<? extends Item> extending,
        List<? super Item> above,
        List<?> any,
        @SuppressWarnings("rawtypes") List raw,
        List<C> variables,
        List<B> bounded,
        S several,
        M chosen,
        C[] variableArray,
        List<Item>[] lists,
        List<List<Item>> nested,
        List<Item[]> arrays,
        Map<String, String> headers,
        Map<String, List<Item>> grouped,
        Map<String, ? extends Item> bySku,
        Swapped<Item, String> swapped,
        Properties properties,
        Items own,
        Box<Item> box,
        Box<? extends Item> wildBox,
        Order order) {}
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{items[0].sku}",
        "{items.0.sku}",
        "{items[0].sizes.length}",
        "{items[0].tags[0]}",
        "{texts[0]}",
        "{texts[0].bytes.length}",
        "{arrayList[0]}",
        "{linked[0].sku}",
        "{extending[0].sku}",
        "{above[0].anything}",
        "{any[0].anything}",
        "{raw[0].anything}",
        "{variables[0].anything}",
        "{bounded[0].sku}",
        "{several.anything}",
        "{chosen[0].sku}",
        "{variableArray[0].anything}",
        "{lists[0][0].sku}",
        "{nested[0][0].sku}",
        "{arrays[0][0].sku}",
        "{headers['k']}",
        "{headers.host}",
        "{headers['k'].bytes.length}",
        "{grouped['a'][0].sku}",
        "{bySku['a'].sku}",
        "{swapped['a'].sku}",
        "{properties['a']}",
        "{own[0].sku}",
        "{box.value.sku}",
        "{box.all[0].sku}",
        "{box.array[0].sku}",
        "{wildBox.value.sku}",
        "{order.items[0].sku}",
        "{order.bySku['a'].sku}",
        "{order.items.get(0).sku}",
      })
  void element_ofWhatIsDeclared_isBound(String template) throws Exception {
    assertThat(bind(template)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{items[0].skew}",
        "{items.0.skew}",
        "{linked[0].skew}",
        "{extending[0].skew}",
        "{lists[0][0].skew}",
        "{nested[0][0].skew}",
        "{arrays[0][0].skew}",
        "{grouped['a'][0].skew}",
        "{bySku['a'].skew}",
        "{swapped['a'].skew}",
        "{own[0].skew}",
        "{box.value.skew}",
        "{box.all[0].skew}",
        "{order.items[0].skew}",
        "{order.bySku['a'].skew}",
      })
  void property_thatTheElementDoesNotHave_isReportedWithWhatItHas(String template) {
    assertThatThrownBy(() -> bind(template))
        .isInstanceOf(TemplateBindException.class)
        .hasMessageContaining("Item has no property 'skew'")
        .hasMessageContaining("did you mean sku?");
  }

  @Test
  void element_thatIsAnArray_hasNoText() {
    assertThatThrownBy(() -> bind("{arrays[0]}"))
        .isInstanceOf(TemplateBindException.class)
        .hasMessageContaining("is an array");
  }

  private static Object bind(String template) throws TemplateBindException {
    return Template.parse(template)
        .bind(Signatures.of(Service.class, "call"), new Accessors(type -> {}));
  }
}
