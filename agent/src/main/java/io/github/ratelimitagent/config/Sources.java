package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigOrigin;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that make up a configuration, numbered as they are read. The number stands for the path
 * within the parser, whose descriptions of places cannot be taken apart when a path has blanks,
 * colons or commas.
 */
final class Sources {
  private static final Pattern IN_FILE =
      Pattern.compile("(?:^(?:merge of )?|,)#(\\d{1,9})(?:: (\\d{1,9}))?");

  private final List<FileText> files = new ArrayList<>();

  /** Takes the file up; the result names it to the parser. */
  String add(FileText file) {
    files.add(file);
    return "#" + (files.size() - 1);
  }

  int count() {
    return files.size();
  }

  Place place(ConfigOrigin origin) {
    // several objects merged into one have a list of places: the first is where it begins
    Matcher inFile = IN_FILE.matcher(origin.description());
    int number = inFile.find() ? Integer.parseInt(inFile.group(1)) : files.size();
    if (number >= files.size()) {
      // a property or variable, whose name can hold anything
      return Place.named(origin.description());
    }
    String line = inFile.group(2);
    return place(number, line == null ? 0 : Integer.parseInt(line));
  }

  /** Of an object that may have fields of others: where its path was opened last, if it was. */
  Place place(ConfigOrigin origin, String path) {
    Matcher inFile = IN_FILE.matcher(origin.description());
    while (inFile.find()) {
      int number = Integer.parseInt(inFile.group(1));
      List<Integer> lines =
          number < files.size()
              ? files.get(number).linesThatOpen(path)
              : Collections.<Integer>emptyList();
      if (!lines.isEmpty()) {
        return place(number, lines.get(lines.size() - 1));
      }
    }
    return place(origin);
  }

  Place place(File file, int line) {
    for (int i = files.size() - 1; i >= 0; i--) {
      if (files.get(i).file().equals(file)) {
        return place(i, line);
      }
    }
    return Place.inFile(files.size(), file.getPath(), line);
  }

  /** The line's text, for what it tells about a fault; never to be shown: it may hold a secret. */
  String line(Place place) {
    for (FileText file : files) {
      List<String> lines = file.lines();
      for (int line = 1; line <= lines.size(); line++) {
        if (place(file.file(), line).equals(place)) {
          return lines.get(line - 1);
        }
      }
    }
    return "";
  }

  /** The last line at the place or before it that holds the text; the place if there is none. */
  Place lastWith(String text, Place place) {
    Place last = place;
    for (int i = 0; i < files.size(); i++) {
      List<String> lines = files.get(i).lines();
      for (int line = 1; place.isIn(i) && line <= lines.size(); line++) {
        Place here = place(i, line);
        if (here.compareTo(place) <= 0 && lines.get(line - 1).contains(text)) {
          last = here;
        }
      }
    }
    return last;
  }

  /** Where a text is written, comments of whole lines apart. */
  List<Place> placesOf(String written) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      List<String> lines = files.get(i).lines();
      for (int line = 1; line <= lines.size(); line++) {
        String text = lines.get(line - 1);
        if (text.contains(written) && !text.trim().startsWith("#")) {
          places.add(place(i, line));
        }
      }
    }
    return places;
  }

  /**
   * Where a brace of the place's file is opened and not closed; the place itself if it is not
   * known.
   */
  Place notClosed(Place place) {
    for (int i = 0; i < files.size(); i++) {
      int line = place.isIn(i) ? files.get(i).notClosed() : 0;
      if (line > 0) {
        return place(i, line);
      }
    }
    return place;
  }

  /** Where an object of this name begins among those of the place's file. */
  int order(String name, Place place) {
    for (int i = 0; i < files.size(); i++) {
      if (place.isIn(i)) {
        return files.get(i).orderOf(name);
      }
    }
    return Integer.MAX_VALUE;
  }

  /** The lines of the place's file that look like the beginning of an object of this name. */
  List<Integer> linesThatOpen(String name, Place place) {
    for (int i = 0; i < files.size(); i++) {
      if (place.isIn(i)) {
        return files.get(i).linesThatOpen(name);
      }
    }
    return Collections.emptyList();
  }

  private Place place(int number, int line) {
    return Place.inFile(number, files.get(number).file().getPath(), line);
  }
}
