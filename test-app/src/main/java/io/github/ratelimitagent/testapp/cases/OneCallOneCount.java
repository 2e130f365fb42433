package io.github.ratelimitagent.testapp.cases;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * The ways in which one call reaches a limit more than once. Each line of its output is to show as
 * many calls allowed as the capacity.
 */
public final class OneCallOneCount {
  private static final int ATTEMPTS = 40;

  private OneCallOneCount() {}

  /** An interface with a default method. */
  public interface Api {
    default String greet() {
      return "hello";
    }
  }

  /** Calls the interface's default. */
  public static class CallsDefault implements Api {
    @Override
    public String greet() {
      return Api.super.greet() + "!";
    }
  }

  /** Inherits the default. */
  public static class InheritsDefault implements Api {}

  /** Stands behind a JDK proxy. */
  public static class ProxiedBean implements Api {
    @Override
    public String greet() {
      return "hello from behind";
    }
  }

  /** A class to override. */
  public static class Base {
    public int work() {
      return 1;
    }
  }

  /** Calls super. */
  public static class Derived extends Base {
    @Override
    public int work() {
      return super.work() + 1;
    }
  }

  /** Calls super of super. */
  public static class MoreDerived extends Derived {
    @Override
    public int work() {
      return super.work() + 1;
    }
  }

  /** A generic class. */
  public static class Handler<T> {
    public void handle(T value) {}
  }

  /** Has a bridge method. */
  public static class StringHandler extends Handler<String> {
    @Override
    public void handle(String value) {
      super.handle(value);
    }
  }

  /** Overloads that call each other, and recursion. */
  public static class Overloads {
    public int charge(int amount) {
      return charge(amount, "EUR");
    }

    public int charge(int amount, String currency) {
      return amount;
    }

    public int fall(int depth) {
      return depth == 0 ? 0 : fall(depth - 1);
    }

    public int item() {
      return 1;
    }

    /** A method of another name: the calls inside it count too. */
    public int batch() {
      return item() + item();
    }

    public int fails() {
      throw new IllegalStateException("the application's own");
    }

    @SuppressWarnings("InfiniteRecursion") // the overflow is the case
    public int overflow(int depth) {
      return overflow(depth + 1) + 1;
    }
  }

  /** Constructors that begin with another of the class. */
  public static class Order {
    final int amount;

    public Order() {
      this(new int[] {1}.length);
    }

    public Order(int amount) {
      this.amount = amount;
    }
  }

  /** A constructor that is called by a subclass's. */
  public static class BaseItem {
    final int size;

    public BaseItem(int size) {
      this.size = size;
    }
  }

  /** Makes an object for an argument before it begins. */
  public static class SubItem extends BaseItem {
    public SubItem() {
      super(new StringBuilder("ten").length());
    }
  }

  /** A constructor that throws. */
  public static class Failing {
    public Failing() {
      throw new IllegalArgumentException("the application's own");
    }
  }

  /** Prints one line a case. */
  public static void main(String[] arguments) throws Throwable {
    Api callsDefault = new CallsDefault();
    Calls.print("default", ATTEMPTS, callsDefault::greet);
    Api inheritsDefault = new InheritsDefault();
    Calls.print("inherited-default", ATTEMPTS, inheritsDefault::greet);
    Base derived = new MoreDerived();
    Calls.print("super", ATTEMPTS, derived::work);
    Handler<String> handler = new StringHandler();
    Calls.print("bridge", ATTEMPTS, () -> handler.handle("x"));
    Overloads overloads = new Overloads();
    Calls.print("overloads", ATTEMPTS, () -> overloads.charge(1));
    Calls.print("recursion", ATTEMPTS, () -> overloads.fall(50));
    Calls.print("constructor-this", ATTEMPTS, Order::new);
    Calls.print("constructor-super", ATTEMPTS, SubItem::new);
    Api behindProxy = proxied(new ProxiedBean());
    Calls.print("proxy", ATTEMPTS, behindProxy::greet);
    Calls.print("nested-other-name", ATTEMPTS, overloads::batch);
    printOwnErrors(overloads);
  }

  private static void printOwnErrors(Overloads overloads) {
    System.out.println("throws=" + ownErrors(IllegalStateException.class, overloads::fails));
    System.out.println(
        "constructor-throws=" + ownErrors(IllegalArgumentException.class, Failing::new));
    System.out.println(
        "overflow=" + ownErrors(StackOverflowError.class, () -> overloads.overflow(0)));
  }

  /** How many of a thousand calls ended with the application's own error, the others rejected. */
  private static int ownErrors(Class<? extends Throwable> type, Calls.Attempt attempt) {
    int own = 0;
    for (int i = 0; i < 1000; i++) {
      try {
        attempt.run();
      } catch (Throwable e) {
        if (e.getClass() == type) {
          own++;
        } else if (!e.getClass().getSimpleName().equals("RateLimitExceededException")) {
          throw new AssertionError(e);
        }
      }
    }
    return own;
  }

  private static Api proxied(Api target) {
    InvocationHandler passOn =
        (proxy, method, arguments) -> {
          try {
            return method.invoke(target, arguments);
          } catch (InvocationTargetException e) {
            throw e.getTargetException();
          }
        };
    return (Api)
        Proxy.newProxyInstance(
            OneCallOneCount.class.getClassLoader(), new Class<?>[] {Api.class}, passOn);
  }
}
