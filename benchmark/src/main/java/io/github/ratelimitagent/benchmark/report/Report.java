package io.github.ratelimitagent.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Markdown page with its charts beside it. For one thread. */
public final class Report {
  private final Path directory;
  private final String name;
  private final StringBuilder page = new StringBuilder();

  /** A page that will be {@code <name>.md} in a folder, which is made when it is missing. */
  public Report(Path directory, String name, String title) {
    this.directory = directory;
    this.name = name;
    page.append("# ").append(title).append('\n');
  }

  /** Begins a section. */
  public void section(String title) {
    page.append("\n## ").append(title).append('\n');
  }

  /** Adds a paragraph or a table. */
  public void add(Object text) {
    page.append('\n').append(text.toString().strip()).append('\n');
  }

  /** Adds a chart, which becomes a file of its own. */
  public void chart(String chart, String description, String svg) throws IOException {
    String file = name + "-" + chart + ".svg";
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(file), svg);
    add("![" + description + "](" + file + ")");
  }

  /** Writes the page; answers where. */
  public Path write() throws IOException {
    Files.createDirectories(directory);
    return Files.writeString(directory.resolve(name + ".md"), page);
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
