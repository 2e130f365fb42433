package io.github.ratelimitagent.match;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Explains why a pattern covers none of the methods of a class that it names. */
final class MemberAdvice {
  private static final int MOST_NAMES = 3;

  private final MethodPattern pattern;
  private final KnownClasses known;
  private final SignaturePattern signature;

  MemberAdvice(MethodPattern pattern, KnownClasses known) {
    this.pattern = pattern;
    this.known = known;
    this.signature = pattern.signature();
  }

  List<String> on(TypeView type) {
    AnnotationsPattern annotations = pattern.declaring().annotations();
    if (!annotations.matches(type.annotations())) {
      String meant = annotations.meant(type.annotations());
      return one(
          type.name()
              + " does not have "
              + annotations.toString().trim()
              + (meant == null ? "" : "; did you mean " + meant + "?"));
    }
    List<MethodView> declared = declared(type.name());
    List<MethodView> covered = filter(declared, signature::matches);
    if (!covered.isEmpty()) {
      return bodiless(type.name(), covered);
    }
    List<MethodView> sameName = filter(declared, signature::matchesName);
    if (!sameName.isEmpty()) {
      return one(otherSignature(type.name(), sameName));
    }
    List<String> inherited = new InheritedAdvice(signature, known).on(type);
    return inherited.isEmpty() ? one(noSuchMethod(type, declared)) : inherited;
  }

  private List<MethodView> declared(String className) {
    return known.members(className).stream()
        .filter(SignaturePattern::isWritten)
        .collect(Collectors.toList());
  }

  /** Covered, but nothing to weave; no sentence when one of them can be woven after all. */
  private List<String> bodiless(String className, List<MethodView> covered) {
    List<String> sentences = new ArrayList<>();
    List<MethodView> withoutBody = new ArrayList<>();
    for (MethodView method : covered) {
      if (Modifier.isNative(method.modifiers())) {
        sentences.add(ExactPattern.of(className, method) + " is native, there is no body to limit");
      } else if (Modifier.isAbstract(method.modifiers())) {
        withoutBody.add(method);
      } else {
        return Collections.emptyList();
      }
    }
    if (!withoutBody.isEmpty()) {
      sentences.add(isAbstract(className, withoutBody));
    }
    return sentences;
  }

  private String isAbstract(String className, List<MethodView> methods) {
    boolean one = methods.size() == 1;
    boolean isOfJdk = ReservedNames.isJdk(className);
    String they = one ? "it" : "them";
    String classes = isOfJdk ? " of the application" : "";
    return (one
            ? ExactPattern.of(className, methods.get(0)) + " is abstract"
            : methods.size() + " methods of " + className + " that it fits are abstract")
        + ", there is no body to limit; "
        + (pattern.needsHierarchy()
            ? "no class" + classes + " that implements " + they + signature.exactly()
            : "write "
                + (one
                    ? signature.of(className + "+", methods.get(0))
                    : signature.around(className + "+"))
                + " for the classes"
                + classes
                + " that implement "
                + they)
        + (isOfJdk ? "; a class of the JDK must be named exactly" : "");
  }

  private String otherSignature(String className, List<MethodView> sameName) {
    List<MethodView> sameParameters = filter(sameName, signature::matchesParameters);
    if (sameParameters.isEmpty()) {
      return className
          + " has no "
          + signature.nameText()
          + signature.parameters()
          + "; did you mean "
          + texts(className, sameName)
          + "?";
    }
    for (MethodView method : sameParameters) {
      String meant = signature.meantAnnotation(method);
      if (meant != null) {
        return ExactPattern.of(className, method)
            + " "
            + signature.mismatch(method)
            + "; did you mean "
            + meant
            + "?";
      }
    }
    MethodView method = sameParameters.get(0);
    return ExactPattern.of(className, method) + " " + signature.mismatch(method);
  }

  private String noSuchMethod(TypeView type, List<MethodView> declared) {
    if (signature.isConstructor()) {
      return type.name()
          + " is an interface and has no constructors"
          + (pattern.needsHierarchy() ? "; no class that implements it has been seen" : "");
    }
    if (signature.nameText().startsWith("lambda$")) {
      return "the bodies of lambda expressions are never covered; limit a method that they call, or"
          + " write what is to be limited as a method and pass that (this::method)";
    }
    List<MethodView> methods = filter(declared, method -> !method.isConstructor());
    String problem = type.name() + " declares no method " + signature.nameText();
    if (simpleName(type).equals(signature.nameText())) {
      return problem + "; write " + type.name() + ".new(..) for its constructors";
    }
    List<String> names = methods.stream().map(MethodView::name).collect(Collectors.toList());
    List<String> near = NearNames.of(signature.nameText(), names, MOST_NAMES);
    List<MethodView> meant = new ArrayList<>();
    for (String name : near) {
      meant.addAll(filter(methods, method -> method.name().equals(name)));
    }
    if (!meant.isEmpty()) {
      return problem + "; did you mean " + texts(type.name(), meant) + "?";
    }
    return methods.isEmpty()
        ? problem + ", nor any other"
        : problem
            + (methods.size() > MOST_NAMES ? "; it has, among others, " : "; it has ")
            + texts(type.name(), methods);
  }

  private static String simpleName(TypeView type) {
    String name = type.name();
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  private static String texts(String className, List<MethodView> methods) {
    List<String> texts =
        methods.stream()
            .map(method -> ExactPattern.of(className, method))
            .sorted()
            .limit(MOST_NAMES)
            .collect(Collectors.toList());
    return Wording.oneOf(texts);
  }

  private static List<MethodView> filter(List<MethodView> methods, Predicate<MethodView> wanted) {
    return methods.stream().filter(wanted).collect(Collectors.toList());
  }

  private static List<String> one(String sentence) {
    return Collections.singletonList(sentence);
  }
}
