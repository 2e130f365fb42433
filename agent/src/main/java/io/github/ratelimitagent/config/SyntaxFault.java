package io.github.ratelimitagent.config;

import com.typesafe.config.ConfigOrigin;
import java.io.File;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns what the parser says into a problem. Of its messages only their kind is used: they quote
 * the file, which may hold a password.
 */
final class SyntaxFault {
  private static final String NOT_CLOSED =
      "a brace { is opened here but not closed by the end of the file";
  private static final Pattern RESERVED = Pattern.compile("Reserved character '(.)'");

  /** What to look for in the parser's message, and what to say; the first that is found counts. */
  private static final String[][] KINDS = {
    {"quote was still open", "a double quote is opened here but not closed"},
    {"quoted string was still open", "a text in \"\"\" is opened here but not closed"},
    {"unescaped newline in quoted", "a double quote is opened here but not closed on its line"},
    {"was not closed with a }", "a substitution ${ is not closed with }"},
    {"valid escape sequence", "a backslash within double quotes starts no escape: write \\\\"},
    {"unbalanced close brace", "a brace } is closed here but none is open"},
    {"should have ended with ]", "a list [ is not closed with ]"},
    {"Cannot concatenate", "values of different kinds are written one after the other"},
    {"end of file", NOT_CLOSED},
    {
      "or a comma, got '='",
      "two fields on one line want a comma between them, and a text with = double quotes"
    },
    {"or a comma, got ':'", "a text that holds : stands without double quotes here"},
    {"'+' not followed by", "the character + is only allowed within double quotes"},
    {"or a comma, got", "a comma or a line end is missing between two fields"},
    {"may not be followed by token", "a text stands here that is neither a field nor a value"},
    {"adjacent period", "a name has a dot too many"},
    {"object at file root", "a list stands where wanted are fields"},
    {"include parameter", "include wants a file name in double quotes"},
  };

  private final Sources sources;

  SyntaxFault(Sources sources) {
    this.sources = sources;
  }

  Problem problem(File file, com.typesafe.config.ConfigException fault) {
    ConfigOrigin origin = fault.origin();
    String message = String.valueOf(fault.getMessage());
    Place place = origin == null ? sources.place(file, 0) : sources.place(origin);
    String name = QuoteAdvice.name(message);
    if (!name.isEmpty()) {
      // the parser tells where it found that it is none
      place = sources.lastWith(name, place);
    }
    String description = description(message);
    boolean quotesHelp =
        !description.contains("brace")
            && !description.contains("list")
            && !description.contains("comma");
    return new Problem(
        description.equals(NOT_CLOSED) ? sources.notClosed(place) : place,
        "not valid HOCON: " + description,
        quotesHelp ? advice(message, place) : "");
  }

  private static String description(String message) {
    Matcher reserved = RESERVED.matcher(message);
    if (reserved.find()) {
      return "the character " + reserved.group(1) + " is only allowed within double quotes";
    }
    for (String[] kind : KINDS) {
      if (message.contains(kind[0])) {
        return kind[1];
      }
    }
    return "this line, or the one before it, cannot be read";
  }

  private String advice(String message, Place place) {
    String advice = QuoteAdvice.of(message, sources.line(place));
    return advice.isEmpty()
        ? "texts that hold other characters than letters, digits, - and _ need double quotes"
        : advice;
  }
}
