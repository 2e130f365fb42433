package io.github.ratelimitagent.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InliningTest {
  private static final List<String> OUTPUT =
      List.of(
          "   1097 1039       4       java.lang.RateLimitGate::enter (20 bytes)",
          "          @ 16   io.github.ratelimitagent.gate.Old::onEnter (13 bytes)   inline (hot)",
          "   1200 1050       4       java.lang.RateLimitGate::enter (20 bytes)",
          "   1101  995       3       java.lang.RateLimitGate::enter (20 bytes)   made not entrant",
          "          @ 16   io.github.ratelimitagent.gate.Gate$Handler::onEnter (13 bytes)   inline (hot)",
          " !          @ 7   io.github.ratelimitagent.limit.Dispatcher::onEnter (238 bytes)   inline (hot)",
          "             \\-> TypeProfile (2/2 counts) = io/github/ratelimitagent/limit/Dispatcher",
          "              @ 5   java.lang.ThreadLocal::get (38 bytes)   too big",
          "   3097 1100       4       a.LeasedBenchmarks_leased_jmhTest::leased_avgt_jmhStub (57 bytes)",
          "          @ 7   java.lang.System::nanoTime (0 bytes)   (intrinsic)",
          "          @ 17   a.LeasedBenchmarks::leased (9 bytes)   force inline by CompileCommand",
          "            @ 5   a.Calls::leased (30 bytes)   inline (hot)",
          "              @ 5   java.lang.RateLimitGate::enter (20 bytes)   already compiled into a big method",
          "          @ 20   org.openjdk.jmh.infra.Blackhole::consume (19 bytes)   inline (hot)",
          "30.1 ns/op");

  @Test
  void text_theWovenMethodThenTheGateAsLastCompiled() {
    Inlining inlining = Inlining.of(OUTPUT);

    assertThat(inlining.text().lines().map(String::trim).map(line -> line.split(" +", 2)[0]))
        .containsExactly(
            "Calls::leased",
            "RateLimitGate::enter",
            "",
            "RateLimitGate::enter",
            "Gate$Handler::onEnter",
            "Dispatcher::onEnter",
            "ThreadLocal::get");
    assertThat(inlining.text()).contains("already compiled into a big method", "too big");
    assertThat(inlining.faults()).isEmpty();
  }

  @Test
  void text_theDispatcherThatIsCompiledByItself_withWhatWasPutIntoIt() {
    List<String> output = new ArrayList<>(OUTPUT);
    output.addAll(
        List.of(
            "   2000 1060   !   4       io.github.ratelimitagent.limit.Dispatcher::onEnter (238 bytes)",
            "                              @ 5   java.lang.ThreadLocal::get (38 bytes)   inline (hot)",
            "   2001 1061   !   3       io.github.ratelimitagent.limit.Dispatcher::onEnter (238 bytes)",
            "                              @ 5   java.lang.ThreadLocal::set (38 bytes)   inline"));

    assertThat(
            Inlining.of(output).text().lines().map(String::trim).map(line -> line.split(" +")[0]))
        .endsWith("Dispatcher::onEnter,", "ThreadLocal::get");
  }

  @Test
  void faults_nothingFound() {
    assertThat(Inlining.of(List.of("30.1 ns/op")).faults()).hasSize(1);
  }
}
