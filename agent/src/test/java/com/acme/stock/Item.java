package com.acme.stock;

/** Overloads and a static method for a subclass to inherit. */
public class Item {
  public static Item none() {
    return new Item();
  }

  public void move(int shelf) {}

  public void move(String shelf) {}
}
