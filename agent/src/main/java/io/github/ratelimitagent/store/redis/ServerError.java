package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.StoreException.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An error that Redis answers, by the word it begins with, and what follows from it. */
enum ServerError {
  NOSCRIPT(Kind.UNAVAILABLE, true, "does not know the script"),
  LOADING(Kind.UNAVAILABLE, false, "is loading its data"),
  READONLY(Kind.UNAVAILABLE, false, "is a replica; the address must lead to the master"),
  MASTERDOWN(Kind.UNAVAILABLE, false, "is a replica that has lost its master"),
  CLUSTERDOWN(Kind.UNAVAILABLE, true, "is part of a cluster that is down"),
  TRYAGAIN(Kind.UNAVAILABLE, true, "is moving the keys"),
  MOVED(Kind.UNAVAILABLE, true, "has handed the keys to another server of its cluster"),
  ASK(Kind.UNAVAILABLE, true, "is handing the keys to another server of its cluster"),
  CROSSSLOT(Kind.FAULT, true, "takes no keys together that it has in several places"),
  BUSY(Kind.UNAVAILABLE, true, "is busy with another script"),
  OOM(Kind.UNAVAILABLE, true, "is out of memory (maxmemory)"),
  MISCONF(Kind.UNAVAILABLE, true, "refuses writes because it cannot save to disk"),
  NOREPLICAS(Kind.UNAVAILABLE, true, "refuses writes because it has too few replicas"),
  NOAUTH(Kind.UNAVAILABLE, false, "wants a password"),
  WRONGPASS(Kind.UNAVAILABLE, false, "does not accept the user or password"),
  NOPERM(Kind.FAULT, true, "does not permit the user the script or its keys"),
  WRONGTYPE(Kind.FAULT, true, "holds a value of another type at the key"),
  OTHER(Kind.FAULT, true, "answers an error");

  /**
   * The error itself, or the error of a command inside the script, which Redis before 7 quotes
   * after the line number: {@code ERR Error running script (call to f_..): @user_script:9: OOM ..}.
   */
  private static final Pattern WORD = Pattern.compile("(?:^|@user_script: ?\\d+: -?)([A-Z]+) ");

  /** Of a command inside the script; before Redis 7.2, and since. */
  private static final Pattern NO_PERMISSION_INSIDE =
      Pattern.compile("user executing the script can't|ACL failure in script");

  private final Kind kind;
  private final boolean connectionUsable;
  private final String meaning;

  ServerError(Kind kind, boolean connectionUsable, String meaning) {
    this.kind = kind;
    this.connectionUsable = connectionUsable;
    this.meaning = meaning;
  }

  static ServerError of(String message) {
    Matcher word = WORD.matcher(message);
    ServerError error = NO_PERMISSION_INSIDE.matcher(message).find() ? NOPERM : OTHER;
    while (word.find()) {
      for (ServerError known : values()) {
        if (known.name().equals(word.group(1))) {
          error = known;
        }
      }
    }
    return error;
  }

  Kind kind() {
    return kind;
  }

  /** Whether the next call may get an answer on the same connection. */
  boolean isConnectionUsable() {
    return connectionUsable;
  }

  /** Whether other calls of the server have most likely come to the same end. */
  boolean isOfTheServer() {
    return kind == Kind.UNAVAILABLE && this != MOVED && this != ASK && this != TRYAGAIN;
  }

  /** What the server does or is, to be put after its name. */
  String meaning() {
    return meaning;
  }
}
