package io.github.ratelimitagent.config;

/** Where a value was written: a line of a file, an override or a variable. Immutable. */
final class Place implements Comparable<Place> {
  private static final int AFTER_ALL_FILES = Integer.MAX_VALUE;

  private final int file;
  private final int line;
  private final String text;

  private Place(int file, int line, String text) {
    this.file = file;
    this.line = line;
    this.text = Shown.withoutUserInfo(text);
  }

  /** A line of the file that was read as the {@code number}th; 0 for the file as a whole. */
  static Place inFile(int number, String path, int line) {
    return new Place(number, line, line > 0 ? path + ":" + line : path);
  }

  /** An override or a variable, which has no line. */
  static Place named(String name) {
    return new Place(AFTER_ALL_FILES, 0, name);
  }

  boolean isIn(int number) {
    return file == number;
  }

  @Override
  public int compareTo(Place other) {
    int byFile = Integer.compare(file, other.file);
    int byLine = byFile != 0 ? byFile : Integer.compare(line, other.line);
    return byLine != 0 ? byLine : text.compareTo(other.text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Place && compareTo((Place) other) == 0;
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
