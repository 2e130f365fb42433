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
          "-XX:CompileCommand=PrintInlining,java.lang.RateLimitGate::enter");

  private static final String WOVEN = "Calls::leased";
  private static final String BEHIND_THE_GATE = "Gate$Handler::onEnter";

  private static final Pattern LINE =
      Pattern.compile("([^@]*)@ \\d+\\s+(\\S+::\\S+) \\(\\d+ bytes\\)\\s+(.*)");

  private record Node(int indent, String method, String verdict) {}

  private final List<Node> woven;
  private final List<Node> gate;

  private Inlining(List<Node> woven, List<Node> gate) {
    this.woven = woven;
    this.gate = gate;
  }

  static Inlining of(List<String> output) {
    List<Node> woven = List.of();
    List<Node> gate = List.of();
    for (List<Node> tree : trees(output)) {
      List<Node> call = below(tree, WOVEN);
      woven = isOfSecondCompiler(call) ? call : woven;
      List<Node> behind = below(tree, BEHIND_THE_GATE);
      gate = isOfSecondCompiler(behind) ? behind : gate;
    }
    return new Inlining(woven, gate);
  }

  /** The first one goes less deep and says nothing of how often a method was called. */
  private static boolean isOfSecondCompiler(List<Node> tree) {
    return !tree.isEmpty() && tree.get(0).verdict.endsWith("(hot)");
  }

  /** Nodes that follow each other. */
  private static List<List<Node>> trees(List<String> output) {
    List<List<Node>> trees = new ArrayList<>();
    boolean inside = false;
    for (String line : output) {
      Matcher node = LINE.matcher(line);
      if (node.matches()) {
        if (!inside) {
          trees.add(new ArrayList<>());
        }
        trees
            .get(trees.size() - 1)
            .add(new Node(node.group(1).length(), node.group(2), node.group(3).trim()));
        inside = true;
      } else if (!line.contains("TypeProfile") && !line.contains("made not entrant")) {
        inside = false;
      }
    }
    return trees;
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
