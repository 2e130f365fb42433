package com.acme.orders;

import com.acme.Api;
import com.acme.Repository;

/** An implementation, which gets a bridge method for {@code save}. */
@Api
public class OrderRepository implements Repository<Order> {
  @Override
  public void save(Order order) {}

  public Order findById(long id) {
    return new Order(Long.toString(id));
  }

  public Order[] findAll() {
    return new Order[0];
  }
}
