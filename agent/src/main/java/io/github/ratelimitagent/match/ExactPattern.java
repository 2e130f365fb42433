package io.github.ratelimitagent.match;

import java.util.stream.Collectors;

/** The pattern that covers one method and no other, which is also how messages name a method. */
public final class ExactPattern {
  private static final String JAVA_LANG = "java.lang.";

  private ExactPattern() {}

  /**
   * The text of the pattern, such as {@code com.acme.PaymentService.charge(String, long)}.
   *
   * @param className binary name of the class that declares the method
   */
  public static String of(String className, MethodView method) {
    return className
        + "."
        + (method.isConstructor() ? "new" : method.name())
        + method.parameterTypes().stream()
            .map(ExactPattern::shortened)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String shortened(String type) {
    return type.startsWith(JAVA_LANG) && type.indexOf('.', JAVA_LANG.length()) < 0
        ? type.substring(JAVA_LANG.length())
        : type;
  }
}
