package io.github.ratelimitagent.limit.template;

class ReflectedDocumentTest extends TemplateDocumentContract {
  @Override
  protected CallSignature signature(Class<?> type, String method) {
    return ReflectedSignature.of(type, method);
  }
}
