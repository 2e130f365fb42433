package io.github.ratelimitagent.testapp.springboot;

import java.io.IOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts, says that it is ready, and ends when its standard input does. */
@SpringBootApplication
public class ShopApplication {
  /** Runs the application. */
  public static void main(String[] args) throws IOException {
    try (ConfigurableApplicationContext application =
        SpringApplication.run(ShopApplication.class, args)) {
      application.getBean(Shop.class).price("first");
      System.out.println("READY");
      while (System.in.read() >= 0) {
        continue;
      }
    }
  }
}
