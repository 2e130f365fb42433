package io.github.ratelimitagent.classfile;

import io.github.ratelimitagent.match.TypeView;
import java.util.Collection;
import java.util.Collections;

/** A type whose class file is nowhere to be found: its name is known to who refers to it. */
final class MissingType implements TypeView {
  private final String name;

  MissingType(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int modifiers() {
    return 0;
  }

  @Override
  public Collection<TypeView> supertypes() {
    return Collections.emptyList();
  }

  @Override
  public Collection<String> annotations() {
    return Collections.emptyList();
  }
}
