package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects whose classes the agent's own loader cannot find. */
class ForeignLoaderTest {
  private static final Map<String, String> APPLICATION =
      Map.of(
          "app/Order.java",
          "package app; class Order extends java.util.ArrayList<String> {"
              + " public String getId() { return \"o1\"; } private Tenant tenant = new Tenant();"
              + " Object fail() { throw new IllegalStateException(); } }",
          "app/Tenant.java",
          "package app; public class Tenant { public static Tenant current() { return new Tenant(); }"
              + " public String name() { return \"acme\"; } }");

  @TempDir private Path folder;

  @Test
  void render_applicationUndeployed_classesCollected() throws Throwable {
    Compiled compiled = Compiled.of(folder, APPLICATION);
    // one long-lived template of a shared class, as of a JDK method that the application calls
    List<BoundTemplate> longLived = new ArrayList<>();
    for (String path :
        List.of("id", "tenant.name()", "nope", "nope()", "class.name", "size()", "[0]", "0")) {
      String template = path.startsWith("[") ? "{it" + path + "}" : "{it." + path + "}";
      longLived.add(Calls.bind(template));
    }
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int deployment = 0; deployment < 20; deployment++) {
      loaders.add(deployAndUndeploy(compiled, longLived));
    }
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(loaders).allMatch(loader -> loader.get() == null);
            });
    assertThat(longLived).isNotEmpty();
  }

  private static WeakReference<ClassLoader> deployAndUndeploy(
      Compiled compiled, List<BoundTemplate> longLived) throws Throwable {
    try (URLClassLoader loader = compiled.loader()) {
      Object order = Compiled.create(loader, "app.Order");
      for (BoundTemplate each : longLived) {
        try {
          each.render(null, new Object[] {order});
        } catch (TemplateValueException expected) {
          assertThat(each.template().source()).contains("nope");
        }
      }
      return new WeakReference<>(loader);
    }
  }

  @Test
  void render_staticCallOfUndeployedClass_classCollected() throws Throwable {
    URLClassLoader loader = Compiled.of(folder, APPLICATION).loader();
    WeakReference<ClassLoader> weak = new WeakReference<>(loader);
    BoundTemplate bound = tenantOf(weak);
    assertThat(bound.render(null, new Object[0])).isEqualTo("acme");
    assertThat(bound.render(null, new Object[0])).isEqualTo("acme");
    loader.close();
    loader = null;
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(weak.get()).isNull();
            });
    assertThat(bound.needsArguments()).isFalse();
  }

  private static BoundTemplate tenantOf(WeakReference<ClassLoader> loader) throws Exception {
    CallSignature signature = new Calls.OneArgument(String.class, loader::get);
    return Template.parse("{app.Tenant.current().name()}").bind(signature, Calls.ACCESSORS);
  }

  @Test
  void render_namedModuleThatExportsNothing_read() throws Throwable {
    Compiled compiled =
        Compiled.of(
            folder,
            Map.of(
                "module-info.java",
                "module sealed.app {}",
                "app/Order.java",
                "package app; public class Order { public String getId() { return \"o1\"; }"
                    + " private final String secret = \"s\";"
                    + " public static Order newest() { return new Order(); } }"));
    ModuleLayer layer =
        ModuleLayer.boot()
            .defineModulesWithOneLoader(
                Configuration.resolve(
                    ModuleFinder.of(compiled.classes()),
                    List.of(ModuleLayer.boot().configuration()),
                    ModuleFinder.of(),
                    Set.of("sealed.app")),
                ClassLoader.getPlatformClassLoader());
    Class<?> type = layer.findLoader("sealed.app").loadClass("app.Order");
    Calls.open(type); // to create one here
    Object order = type.getDeclaredConstructor().newInstance();
    assertThat(Calls.checked("{it.id}", order)).isEqualTo("o1");
    assertThat(Calls.checked("{it.secret}", order)).isEqualTo("s");
  }

  @Test
  void render_nonPublicClass_openedOnce() throws Throwable {
    List<Class<?>> opened = new ArrayList<>();
    Accessors accessors =
        new Accessors(
            declaring -> {
              opened.add(declaring);
              Calls.open(declaring);
            });
    BoundTemplate bound =
        Template.parse("{it.id}").bind(ReflectedSignature.of(Calls.Target.class, "run"), accessors);
    Object order = Compiled.create(Compiled.of(folder, APPLICATION).loader(), "app.Order");
    for (int again = 0; again < 3; again++) {
      assertThat(bound.render(null, new Object[] {order})).isEqualTo("o1");
    }
    assertThat(opened).containsExactly(order.getClass());
  }

  @Test
  void render_signatureTypeMissing_supertypesStillRead() throws Throwable {
    Compiled compiled =
        Compiled.of(
            folder,
            Map.of(
                "app/Base.java",
                "package app; public class Base { public String getId() { return \"base\"; } }",
                "app/Optional.java",
                "package app; public class Optional {}",
                "app/Order.java",
                "package app; public class Order extends Base {"
                    + " public Optional getOptional() { return null; } }"));
    Files.delete(compiled.classes().resolve("app/Optional.class"));
    Object order = Compiled.create(compiled.loader(), "app.Order");
    assertThat(Calls.render("{it.id}", order)).isEqualTo("base");
    assertThatThrownBy(() -> Calls.render("{it.optional}", order))
        .isInstanceOf(TemplateValueException.class)
        .hasMessageContaining("app.Order has no property 'optional'; app.Order cannot be read: ")
        .hasMessageContaining("app/Optional");
  }

  @Test
  void render_manyThreadsAtFirst_allRead() throws Exception {
    Compiled compiled = Compiled.of(folder, APPLICATION);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 20; round++) {
        Object order = Compiled.create(compiled.loader(), "app.Order");
        BoundTemplate bound = Calls.bind("{it.id}:{it.tenant.name()}");
        Callable<String> render =
            () -> {
              try {
                return bound.render(null, new Object[] {order});
              } catch (Throwable e) {
                throw new AssertionError(e);
              }
            };
        for (Future<String> key : threads.invokeAll(java.util.Collections.nCopies(8, render))) {
          assertThat(key.get()).isEqualTo("o1:acme");
        }
      }
    } finally {
      threads.shutdown();
    }
  }
}
