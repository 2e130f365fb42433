package com.acme;

/** That no test loads. */
public class NeverLoaded {
  public void work() {}
}
