package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class KeyTextTest {
  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Example
  void bounded_upTo256Bytes_same() {
    for (String unit : new String[] {"a", "é", "€", "😀"}) {
      String longest = unit.repeat(256 / bytes(unit));
      assertThat(KeyText.bounded(longest)).isSameAs(longest);
      String padded = longest + "a".repeat(256 - bytes(longest));
      assertThat(KeyText.bounded(padded)).isSameAs(padded);
      assertThat(KeyText.bounded(padded + "a")).hasSizeLessThan(256);
    }
  }

  @Example
  void bounded_over256Bytes_prefixAndHash() {
    String key = "a".repeat(257);
    assertThat(KeyText.bounded(key))
        .isEqualTo(
            "a".repeat(190) + "~e8d95cc2b4bc198c54b40bd214df958afb65f5e73d2c2eafe0593cf5c635c1f0");
  }

  @Example
  void bounded_characterAcrossTheCut_leftOut() {
    String key = "a".repeat(189) + "😀".repeat(30);
    assertThat(KeyText.bounded(key)).isEqualTo("a".repeat(189) + "~" + sha256(key));
  }

  @Property
  void bounded_anyText_within256Bytes(
      @ForAll @StringLength(max = 60) String unit, @ForAll @IntRange(min = 1, max = 20) int times) {
    String key = unit.repeat(times);
    String bounded = KeyText.bounded(key);
    assertThat(bytes(bounded)).isLessThanOrEqualTo(256);
    // the same text as what is read from its bytes: equal keys in Redis are equal here
    assertThat(new String(utf8(bounded).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(bounded);
    if (bytes(key) <= 256) {
      assertThat(utf8(bounded)).isEqualTo(utf8(key));
    }
  }

  @Example
  void bounded_halfOfACharacter_isWhatItIsInRedis() {
    assertThat(KeyText.bounded("a\ud800")).isEqualTo("a?");
    assertThat(KeyText.bounded("\udc00b")).isEqualTo("?b");
    assertThat(KeyText.bounded("\ude00\ud83d")).isEqualTo("??");
    assertThat(KeyText.bounded("\ud83d\ude00\ud83d")).isEqualTo("\ud83d\ude00?");
  }

  @Property
  void bounded_differentLongTexts_differ(
      @ForAll @StringLength(max = 10) String one, @ForAll @StringLength(max = 10) String other) {
    // a lone surrogate has no UTF-8: it is '?' on the wire whatever is done here
    Assume.that(!utf8(one).equals(utf8(other)));
    String prefix = "x".repeat(300);
    assertThat(KeyText.bounded(prefix + one)).isNotEqualTo(KeyText.bounded(prefix + other));
  }

  private static String utf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          java.security.MessageDigest.getInstance("SHA-256")
              .digest(text.getBytes(StandardCharsets.UTF_8));
      return java.util.HexFormat.of().formatHex(hash);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
