package io.github.ratelimitagent.instrument;

import org.jspecify.annotations.Nullable;

/** What has become of a class that the JVM offered. Immutable. */
final class WovenClass {
  /** Null where nothing of the class is limited. */
  final byte @Nullable [] classFile;

  /**
   * Whether it is certain which methods the limits cover: not while supertypes that decide it are
   * neither loaded nor to be had from the loader.
   */
  final boolean certain;

  WovenClass(byte @Nullable [] classFile, boolean certain) {
    this.classFile = classFile;
    this.certain = certain;
  }
}
