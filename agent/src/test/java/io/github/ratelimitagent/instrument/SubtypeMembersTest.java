package io.github.ratelimitagent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimitagent.limit.template.Accessors;
import io.github.ratelimitagent.limit.template.BoundTemplate;
import io.github.ratelimitagent.limit.template.Template;
import io.github.ratelimitagent.limit.template.TemplateBindException;
import io.github.ratelimitagent.limit.template.TemplateValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Templates that read what the declared type lacks and the object has. */
class SubtypeMembersTest {
  interface Request {
    String path();
  }

  record WebRequest(String path, String user) implements Request {
    String getHeader(String name) {
      return name + " of " + user;
    }
  }

  record Job(String path) implements Request {}

  static class Tenant {
    final String region = "eu";
  }

  static class NamedTenant extends Tenant {
    final String label = "acme";
  }

  static final class Closed {
    final String id = "1";
  }

  static class Service {
    void handle(Request request, Tenant tenant, Closed closed) {}
  }

  private final Object[] call = {new WebRequest("/", "u7"), new NamedTenant(), new Closed()};

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{request.user}|u7|Request has no property 'user'; it is looked for",
        "{request.user.length()}|2|Request has no property 'user'; it is looked for",
        "{request.getHeader('X')}|X of u7|Request has no method 'getHeader' with 1 argument",
        "{tenant.label}|acme|Tenant has no property 'label'; it is looked for"
      })
  void memberOfASubtype_isReadWithAWarning(String template, String text, String warning)
      throws Throwable {
    BoundTemplate bound = bind(template);

    assertThat(bound.render(null, call)).isEqualTo(text);
    assertThat(bound.warnings())
        .singleElement()
        .asString()
        .startsWith(template + ": ")
        .contains(warning)
        .contains("on-redis-failure = deny");
  }

  @Test
  void objectWithoutTheMember_isAFaultOfItsCall() throws Exception {
    BoundTemplate bound = bind("{request.user}");
    Object[] other = {new Job("/"), null, null};
    assertThatThrownBy(() -> bound.render(null, other))
        .isInstanceOf(TemplateValueException.class)
        .hasMessageContaining("Job has no property 'user'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{tenant.regoin}|did you mean region?",
        "{request.pathh()}|did you mean path?",
        "{closed.user}|Closed has no property 'user'; it has class, id"
      })
  void nearName_orTypeWithoutSubtypes_isAMistake(String template, String problem) {
    assertThatThrownBy(() -> bind(template))
        .isInstanceOf(TemplateBindException.class)
        .hasMessageContaining(problem);
  }

  private static BoundTemplate bind(String template) throws TemplateBindException {
    return Template.parse(template)
        .bind(Signatures.of(Service.class, "handle"), new Accessors(type -> {}));
  }
}
