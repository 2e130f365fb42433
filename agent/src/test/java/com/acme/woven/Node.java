package com.acme.woven;

/** Constructors that begin with others, and make objects of the same class on the way. */
public class Node {
  final Object content;

  /** A leaf. */
  public Node() {
    this("leaf");
  }

  public Node(String content) {
    this((Object) content, 0);
  }

  /** Through the one below to the one above. */
  public Node(int number) {
    this(number > 0 ? "positive" : "negative", true);
  }

  private Node(String content, boolean unused) {
    this(content);
  }

  /** Makes another node first: two objects. */
  public Node(long number) {
    this(number > 0 ? new Node("a") : new Node(new Node("b"), 1), 2);
  }

  private Node(Object content, int unused) {
    if (content.equals("wrong")) {
      throw new IllegalArgumentException("wrong");
    }
    this.content = content;
  }

  /** Neither is limited but through its superclass. */
  public static class Middle extends Node {
    public Middle(String content) {
      super(content);
    }
  }

  /** Two steps from the superclass's constructor. */
  public static class Last extends Middle {
    public Last(String content) {
      super(content);
    }
  }

  /** Has a parameter that the constructor it begins with has not. */
  public static class Keyed extends Node {
    public Keyed(String userId) {
      super();
    }
  }
}
