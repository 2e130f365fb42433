package io.github.ratelimitagent.limit.template;

import java.util.Collection;
import java.util.Collections;

/** The type of which nothing is known. */
final class OpaqueType implements DeclaredType {
  static final OpaqueType INSTANCE = new OpaqueType();

  private OpaqueType() {}

  @Override
  public String name() {
    return "an unknown type";
  }

  @Override
  public boolean isOpaque() {
    return true;
  }

  @Override
  public boolean isMap() {
    return false;
  }

  @Override
  public boolean isList() {
    return false;
  }

  @Override
  public boolean isArray() {
    return false;
  }

  @Override
  public boolean mayHaveSubtypes() {
    return true;
  }

  @Override
  public DeclaredType element() {
    return this;
  }

  @Override
  public DeclaredType property(String name) {
    return this;
  }

  @Override
  public Collection<String> propertyNames() {
    return Collections.emptyList();
  }

  @Override
  public DeclaredType call(String name, int arguments) {
    return this;
  }

  @Override
  public DeclaredType staticCall(String name, int arguments) {
    return this;
  }

  @Override
  public Collection<String> methodNames() {
    return Collections.emptyList();
  }

  @Override
  public boolean printsIdentity() {
    return false;
  }
}
