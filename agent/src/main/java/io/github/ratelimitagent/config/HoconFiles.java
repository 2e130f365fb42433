package io.github.ratelimitagent.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.File;
import java.util.ArrayDeque;
import java.util.Deque;

/** Parses the named file and those it includes; nothing else is ever read. For one thread. */
final class HoconFiles {
  static final int MAX_FILES = 100;

  private final Sources sources;
  private final Deque<File> open = new ArrayDeque<>();

  HoconFiles(Sources sources) {
    this.sources = sources;
  }

  /** The file's fields, substitutions not yet resolved. */
  ConfigObject parse(File file) {
    FileText text = FileText.read(file);
    String name = sources.add(text);
    ConfigParseOptions options =
        ConfigParseOptions.defaults()
            .setSyntax(ConfigSyntax.CONF)
            .setOriginDescription(name)
            .setIncluder(new Includes(this, text));
    open.push(file);
    try {
      Config parsed = ConfigFactory.parseString(text.text(), options);
      return parsed.root();
    } catch (com.typesafe.config.ConfigException e) {
      throw new FaultException(new SyntaxFault(sources).problem(file, e));
    } catch (FaultException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new FaultException(
          new Problem(
              sources.place(file, 0), "not valid HOCON: it is nested too deeply to be read", ""));
    } catch (RuntimeException e) {
      // the parser has been seen to leak others; its message may quote the file
      throw new FaultException(
          new Problem(
              sources.place(file, 0),
              "not valid HOCON: the parser failed with " + e.getClass().getSimpleName(),
              "write plainer values"));
    } finally {
      open.pop();
    }
  }

  boolean isOpen(File file) {
    for (File other : open) {
      if (other.getAbsoluteFile().toURI().normalize().equals(file.toURI().normalize())) {
        return true;
      }
    }
    return false;
  }

  boolean isFull() {
    return sources.count() >= MAX_FILES;
  }

  Place place(File file, int line) {
    return sources.place(file, line);
  }
}
