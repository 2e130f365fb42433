package io.github.ratelimitagent.match;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Explains why a pattern covers none of the methods of the many classes that its name fits. */
final class MembersAdvice {
  private static final int MOST_NAMES = 3;

  private final MethodPattern pattern;
  private final KnownClasses known;

  MembersAdvice(MethodPattern pattern, KnownClasses known) {
    this.pattern = pattern;
    this.known = known;
  }

  List<String> on(List<TypeView> types) {
    AnnotationsPattern annotations = pattern.declaring().annotations();
    List<TypeView> annotated =
        types.stream()
            .filter(type -> annotations.matches(type.annotations()))
            .collect(Collectors.toList());
    if (annotated.isEmpty()) {
      return Collections.singletonList(
          "no class seen with a name like "
              + pattern.declaring().name()
              + " has "
              + annotations.toString().trim());
    }
    SignaturePattern signature = pattern.signature();
    List<String> sentences = new ArrayList<>();
    Map<String, String> exactByName = new LinkedHashMap<>();
    for (TypeView type : annotated) {
      for (MethodView method : known.members(type.name())) {
        if (signature.matchesName(method) && SignaturePattern.isWritten(method)) {
          List<String> onThis = new MemberAdvice(pattern, known).on(type);
          if (onThis.isEmpty()) {
            return onThis;
          }
          sentences.addAll(onThis);
          break;
        }
        if (!method.isConstructor() && SignaturePattern.isWritten(method)) {
          exactByName.merge(
              method.name(),
              ExactPattern.of(type.name(), method),
              (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
      }
    }
    return sentences.isEmpty()
        ? Collections.singletonList(noSuchMethod(exactByName))
        : new ArrayList<>(new LinkedHashSet<>(sentences))
            .subList(0, Math.min(MOST_NAMES, sentences.size()));
  }

  private String noSuchMethod(Map<String, String> exactByName) {
    String wanted = pattern.signature().nameText();
    String problem =
        "no class seen with a name like " + pattern.declaring().name() + " declares " + wanted;
    List<String> near =
        NearNames.of(wanted, exactByName.keySet(), MOST_NAMES).stream()
            .map(exactByName::get)
            .collect(Collectors.toList());
    return near.isEmpty() ? problem : problem + "; did you mean " + Wording.oneOf(near) + "?";
  }
}
