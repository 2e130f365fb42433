package io.github.ratelimitagent.instrument;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/** A method as a pattern would name it: {@code com.acme.Pay.charge(String, long)}. */
final class MethodText {
  private MethodText() {}

  static String of(MethodDescription.InDefinedShape method) {
    StringBuilder text = new StringBuilder(method.getDeclaringType().getName()).append('.');
    text.append(method.isConstructor() ? "new" : method.getName()).append('(');
    String separator = "";
    for (TypeDescription type : method.getParameters().asTypeList().asErasures()) {
      String name = TypeText.of(type);
      boolean inJavaLang = name.startsWith("java.lang.") && name.indexOf('.', 10) < 0;
      text.append(separator).append(inJavaLang ? name.substring(10) : name);
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
