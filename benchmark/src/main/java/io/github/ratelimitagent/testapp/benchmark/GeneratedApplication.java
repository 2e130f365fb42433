package io.github.ratelimitagent.testapp.benchmark;

import java.io.IOException;
import java.util.function.IntUnaryOperator;

/**
 * An application of many classes: uses each of them once, says that it is ready, and ends when its
 * standard input does. Goes into a jar with the generated classes and has nothing else to load.
 */
public final class GeneratedApplication {
  private GeneratedApplication() {}

  /** Arguments: the package of the classes, their number. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    System.out.println(
        use(GeneratedApplication.class.getClassLoader(), args[0], Integer.parseInt(args[1])));
    System.out.println("READY");
    while (System.in.read() >= 0) {
      continue;
    }
  }

  /** Loads the classes and calls each once; what they answer together has no meaning. */
  public static int use(ClassLoader loader, String packageName, int classes)
      throws ReflectiveOperationException {
    int sum = 0;
    for (int i = 0; i < classes; i++) {
      sum += create(loader, packageName, i).applyAsInt(i);
    }
    return sum;
  }

  /** An instance of a generated class. */
  public static IntUnaryOperator create(ClassLoader loader, String packageName, int number)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName(packageName + ".C" + number, true, loader);
    return (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
  }
}
