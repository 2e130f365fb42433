package io.github.ratelimitagent.match;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class EditDistanceTest {

  @Example
  void eachKindOfEdit_isOne() {
    assertThat(EditDistance.between("limit", "limits", 9)).isEqualTo(1);
    assertThat(EditDistance.between("limits", "limit", 9)).isEqualTo(1);
    assertThat(EditDistance.between("limit", "limot", 9)).isEqualTo(1);
    assertThat(EditDistance.between("limit", "lmiit", 9)).isEqualTo(1);
    assertThat(EditDistance.between("", "abc", 9)).isEqualTo(3);
  }

  @Property
  void between_asThePlainDefinition(
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(max = 6) String a,
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(max = 6) String b,
      @ForAll @IntRange(max = 6) int most) {
    int expected = plain(a, b);
    int actual = EditDistance.between(a, b, most);
    if (expected <= most) {
      assertThat(actual).isEqualTo(expected);
    } else {
      assertThat(actual).isGreaterThan(most);
    }
  }

  private static int plain(String a, String b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.length() + b.length();
    }
    String a1 = a.substring(1);
    String b1 = b.substring(1);
    int least = plain(a1, b1) + (a.charAt(0) == b.charAt(0) ? 0 : 1);
    least = Math.min(least, Math.min(plain(a1, b), plain(a, b1)) + 1);
    if (a.length() > 1
        && b.length() > 1
        && a.charAt(0) == b.charAt(1)
        && a.charAt(1) == b.charAt(0)) {
      least = Math.min(least, plain(a.substring(2), b.substring(2)) + 1);
    }
    return least;
  }
}
