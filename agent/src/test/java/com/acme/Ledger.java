package com.acme;

/** Methods without a body. */
public interface Ledger {
  void open();

  void add(long cents);

  void remove(long cents);

  void close();
}
