package com.acme.orders;

/** A subclass that adds an overload of a method of its grandparent. */
public final class CachedOrderRepository extends OrderRepository {
  public void save(Order order, boolean evict) {}
}
