package io.github.ratelimitagent.config;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** Reads texts that no message may show, and names of files. */
final class TextFields {
  private final Section section;
  private final @Nullable File folder;

  /**
   * @param folder what names of files are relative to
   */
  TextFields(Section section, @Nullable File folder) {
    this.section = section;
    this.folder = folder;
  }

  /** Null when it is not written, and after a problem. */
  @Nullable String text(Key key) {
    Setting setting = section.find(key);
    String text = setting == null ? null : setting.text();
    if (setting == null || text == null) {
      return null;
    }
    if (text.isEmpty()) {
      setting.problem("is empty", "write a value, or leave " + key.field() + " out");
      return null;
    }
    if (text.contains("${")) {
      setting.problem(
          "holds ${...} within double quotes, where it is not replaced",
          "write it without quotes: " + key.field() + " = ${NAME}");
      return null;
    }
    return text;
  }

  /** An absolute path; null when it is not written, and after a problem. */
  @Nullable File file(Key key) {
    String name = text(key);
    if (name == null) {
      return null;
    }
    if (FileName.isAddress(name)) {
      Setting setting = section.get(key);
      setting.problem(
          "is an address (not shown, it may hold a password): wanted the name of a file",
          "write the address into uri");
      return null;
    }
    File file = new File(name);
    return file.isAbsolute() ? file : new File(folder, name);
  }
}
