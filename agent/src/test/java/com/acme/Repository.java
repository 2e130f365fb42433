package com.acme;

/** An interface with implementations in other packages. */
public interface Repository<T> {
  void save(T entity);

  default int count() {
    return 0;
  }
}
