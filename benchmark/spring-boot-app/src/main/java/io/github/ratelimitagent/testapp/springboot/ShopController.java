package io.github.ratelimitagent.testapp.springboot;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The application's one page. */
@RestController
public class ShopController {
  private final Shop shop;

  ShopController(Shop shop) {
    this.shop = shop;
  }

  /** What an order costs. */
  @GetMapping("/price/{order}")
  public int price(@PathVariable String order) {
    return shop.price(order);
  }
}
