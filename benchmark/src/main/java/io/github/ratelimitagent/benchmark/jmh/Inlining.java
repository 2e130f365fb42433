package io.github.ratelimitagent.benchmark.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JIT compiler made of a call: which methods it put into the one that calls them, from
 * what {@code PrintCompilation} and {@code PrintInlining} print.
 */
final class Inlining {
  /** Of the JVM that is looked at; the methods whose code is described. */
  static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:+PrintCompilation",
          "-XX:CompileCommand=PrintInlining,*.leased_avgt_jmhStub",
          "-XX:CompileCommand=PrintInlining,java.lang.RateLimitGate::enter",
          "-XX:CompileCommand=PrintInlining,*Dispatcher::onEnter");

  private static final String WOVEN = "Calls::leased";
  private static final String BEHIND_THE_GATE = "Gate$Handler::onEnter";
  private static final String DISPATCHER = "Dispatcher::onEnter";

  private static final Pattern LINE =
      Pattern.compile("([^@]*)@ \\d+\\s+(\\S+::\\S+) \\(\\d+ bytes\\)\\s+(.*)");

  /** What stands before what a compiler of level 4, the second one, has put into a method. */
  private static final Pattern COMPILED =
      Pattern.compile("\\s*\\d+\\s+\\d+\\D*\\s4\\s+(\\S+::\\S+) .*\\(\\d+ bytes\\).*");

  private record Node(int indent, String method, String verdict) {}

  /** A method and what has been put into it. */
  private record Compiled(String method, List<Node> nodes) {}

  private final List<Node> woven;
  private final List<Node> gate;
  private final List<Node> dispatcher;

  private Inlining(List<Node> woven, List<Node> gate, List<Node> dispatcher) {
    this.woven = woven;
    this.gate = gate;
    this.dispatcher = dispatcher;
  }

  static Inlining of(List<String> output) {
    List<Node> woven = List.of();
    List<Node> gate = List.of();
    List<Node> dispatcher = List.of();
    for (Compiled compiled : compiled(output)) {
      List<Node> call = below(compiled.nodes, WOVEN);
      woven = isOfSecondCompiler(call) ? call : woven;
      List<Node> behind = below(compiled.nodes, BEHIND_THE_GATE);
      gate = isOfSecondCompiler(behind) ? behind : gate;
      dispatcher = compiled.method.endsWith(DISPATCHER) ? compiled.nodes : dispatcher;
    }
    return new Inlining(woven, gate, dispatcher);
  }

  /** The first one goes less deep and says nothing of how often a method was called. */
  private static boolean isOfSecondCompiler(List<Node> tree) {
    return !tree.isEmpty() && tree.get(0).verdict.endsWith("(hot)");
  }

  /** Nodes that follow each other, with the method in the line before the first. */
  private static List<Compiled> compiled(List<String> output) {
    List<Compiled> all = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    String method = "";
    for (String line : output) {
      Matcher node = LINE.matcher(line);
      if (node.matches()) {
        if (nodes.isEmpty()) {
          all.add(new Compiled(method, nodes));
        }
        nodes.add(new Node(node.group(1).length(), node.group(2), node.group(3).trim()));
      } else if (!line.contains("TypeProfile") && !line.contains("made not entrant")) {
        nodes = new ArrayList<>();
        Matcher root = COMPILED.matcher(line);
        method = root.matches() ? root.group(1) : "";
      }
    }
    return all;
  }

  /** The first node of that name, and all within it. */
  private static List<Node> below(List<Node> tree, String method) {
    List<Node> found = new ArrayList<>();
    for (Node node : tree) {
      if (!found.isEmpty() && node.indent <= found.get(0).indent) {
        break;
      }
      if (!found.isEmpty() || node.method.endsWith(method)) {
        found.add(node);
      }
    }
    return found;
  }

  /** For a page: a line for each method. */
  String text() {
    StringBuilder text = new StringBuilder();
    append(text, woven);
    text.append("\nRateLimitGate::enter\n");
    append(text, gate);
    if (!dispatcher.isEmpty()) {
      text.append("\nDispatcher::onEnter, where it is compiled by itself\n");
      append(text, dispatcher);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, List<Node> tree) {
    int least = tree.stream().mapToInt(Node::indent).min().orElse(0);
    for (Node node : tree) {
      String method = node.method.replaceAll("[a-z]\\w*\\.", "");
      String indented = "  ".repeat((node.indent - least) / 2 + 1) + method;
      text.append(String.format("%-70s %s%n", indented, node.verdict));
    }
  }

  /** What cannot be true: the compiler has not met the woven method, or not its gate. */
  List<String> faults() {
    return woven.isEmpty() || gate.isEmpty()
        ? List.of("the JIT compiler has not said what it made of a leased call")
        : List.of();
  }
}
