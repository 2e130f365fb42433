package io.github.ratelimitagent.testing;

import redis.clients.jedis.util.JedisClusterCRC16;

/** Key texts for a wanted slot of a Redis Cluster. */
public final class SlotKeys {
  private static final int SLOTS = 16_384;
  private static final String[] TAGS = tags();

  private SlotKeys() {}

  /** A key in {@code slot}; the same for the same arguments, another for another {@code name}. */
  public static String in(int slot, String name) {
    return name + "{" + TAGS[slot] + "}";
  }

  public static int slotOf(String key) {
    return JedisClusterCRC16.getSlot(key);
  }

  private static String[] tags() {
    String[] tags = new String[SLOTS];
    int missing = SLOTS;
    for (int i = 0; missing > 0; i++) {
      String tag = Integer.toString(i);
      int slot = slotOf(tag);
      if (tags[slot] == null) {
        tags[slot] = tag;
        missing--;
      }
    }
    return tags;
  }
}
