package io.github.ratelimitagent.classfile;

import org.jspecify.annotations.Nullable;

/** A class file is there and cannot be read; the message says why, as the end of a sentence. */
public final class UnreadableClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableClassException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
