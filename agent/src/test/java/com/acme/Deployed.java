package com.acme;

/** A class of an application that is deployed and undeployed. */
public class Deployed {
  private final String tag = "v1";

  public String tag() {
    return tag;
  }

  public void work(String what) {}
}
