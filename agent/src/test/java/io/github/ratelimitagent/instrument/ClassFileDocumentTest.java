package io.github.ratelimitagent.instrument;

import io.github.ratelimitagent.limit.template.CallSignature;
import io.github.ratelimitagent.limit.template.TemplateDocumentContract;

/** The reference's table held against class files, as the agent reads them. */
class ClassFileDocumentTest extends TemplateDocumentContract {
  @Override
  protected CallSignature signature(Class<?> type, String method) {
    return Signatures.of(type, method);
  }
}
