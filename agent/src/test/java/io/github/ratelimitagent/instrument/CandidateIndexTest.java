package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.limit.Limit;
import io.github.ratelimitagent.match.MethodPattern;
import io.github.ratelimitagent.metrics.LimitCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CandidateIndexTest {
  @Test
  void of_namedWildcardAndSubtypes_allThatMayMatchInTheirOrder() {
    CandidateIndex index =
        new CandidateIndex(
            List.of(
                limit("first", "a.*.m()"),
                limit("second", "a.B.m()"),
                limit("third", "a.C.m()", "a.B.n()"),
                limit("fourth", "x.Y.m()", "a.*.m()"),
                limit("fifth", "x.Y+.m()"),
                limit("sixth", "a.B.m()", "a.B.n()")));
    assertThat(names(index.of("a.B")))
        .containsExactly("first", "second", "third", "fourth", "fifth", "sixth");
    assertThat(names(index.of("a.C"))).containsExactly("first", "third", "fourth", "fifth");
    assertThat(names(index.of("b.B"))).containsExactly("fifth");
  }

  @Property(tries = 300)
  void of_anyLimits_isWhatGoingThroughThemFinds(
      @ForAll("manyPatterns") List<List<String>> patterns, @ForAll("classNames") String className) {
    List<CoveredLimit> limits = new ArrayList<>();
    for (List<String> ofLimit : patterns) {
      limits.add(limit("l" + limits.size(), ofLimit.toArray(new String[0])));
    }
    List<CoveredLimit> found =
        limits.stream()
            .filter(
                limit ->
                    limit.methods().stream().anyMatch(pattern -> pattern.mayMatchClass(className)))
            .toList();
    assertThat(new CandidateIndex(limits).of(className)).isEqualTo(found);
  }

  @Provide
  Arbitrary<List<List<String>>> manyPatterns() {
    Arbitrary<String> type =
        Arbitraries.of("a.B", "a.C", "b.B", "a.*", "*..B", "a.B+", "java.lang.String", "a..*");
    return type.map(name -> name + ".m()").list().ofMinSize(1).ofMaxSize(3).list().ofMaxSize(12);
  }

  @Provide
  Arbitrary<String> classNames() {
    return Arbitraries.of("a.B", "a.C", "b.B", "B", "a.b.B", "java.lang.String", "java.util.B");
  }

  private static List<String> names(List<CoveredLimit> limits) {
    return limits.stream().map(limit -> limit.limit().name()).toList();
  }

  private static CoveredLimit limit(String name, String... patterns) {
    return new CoveredLimit(
        Limit.builder(name, new BucketSpec(1, 1, 1)).build(),
        Arrays.stream(patterns).map(MethodPattern::parse).toList(),
        List.of(),
        "limits.conf:1",
        new LimitCounters());
  }
}
