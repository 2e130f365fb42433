package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;

/**
 * Resolves the includes of one file: files only, relative to it, and each must exist. The parser's
 * own includer would also look into the application's class path and skip what is missing.
 */
final class Includes
    implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
  private final HoconFiles files;
  private final FileText including;

  Includes(HoconFiles files, FileText including) {
    this.files = files;
    this.including = including;
  }

  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return this;
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    if (what.contains("://") || what.startsWith("classpath:")) {
      throw refused(what);
    }
    return includeFile(context, new File(what));
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    File folder = including.file().getParentFile();
    File file = what.isAbsolute() || folder == null ? what : new File(folder, what.getPath());
    if (!file.isFile()) {
      throw fault(
          what.getPath(),
          "includes "
              + Shown.text(what.getPath())
              + (file.isDirectory()
                  ? ", which is a directory"
                  : file.exists() ? ", which is a pipe or a device" : ", which does not exist"),
          "looked at "
              + file.getAbsolutePath()
              + "; an included file is named relative to the file that includes it");
    }
    if (files.isOpen(file)) {
      throw fault(
          what.getPath(),
          "includes " + Shown.text(what.getPath()) + ", which is being read already",
          "files must not include each other in a circle");
    }
    if (files.isFull()) {
      throw fault(
          what.getPath(),
          "includes more than " + HoconFiles.MAX_FILES + " files in all",
          "put their limits into fewer files");
    }
    return files.parse(file);
  }

  @Override
  public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
    throw refused(what.toString());
  }

  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    throw refused(what);
  }

  private FaultException refused(String what) {
    return fault(
        what,
        "includes " + Shown.text(what) + ", which is not a file",
        "only files can be included: write include \"more.conf\" or include file(\"/etc/more.conf\")");
  }

  /** The parser does not tell where the include stands: the first line that looks like it. */
  private FaultException fault(String what, String description, String advice) {
    String[] lines = including.text().split("\n", -1);
    int found = 0;
    for (int i = lines.length - 1; i >= 0; i--) {
      if (lines[i].contains("include") && lines[i].contains(what)) {
        found = i + 1;
      }
    }
    return new FaultException(
        new Problem(files.place(including.file(), found), description, advice));
  }
}
