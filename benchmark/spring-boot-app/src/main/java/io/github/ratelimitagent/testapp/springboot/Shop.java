package io.github.ratelimitagent.testapp.springboot;

import org.springframework.stereotype.Service;

/** What the application does; a limit may cover it. */
@Service
public class Shop {
  /** Answers what an order costs. */
  public int price(String order) {
    return order.length();
  }
}
