package io.github.ratelimitagent.limit.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Renders every row of the reference's table with the call that the reference describes. */
public abstract class TemplateDocumentContract {
  /** What is known of the only method of that name when the templates are bound. */
  protected abstract CallSignature signature(Class<?> type, String method);

  private static final Pattern ROW =
      Pattern.compile("\\| `(?<template>.+?)` \\| .* \\| `(?<result>.+?)` \\|");
  private static final String SERVICE =
      """
      package com.acme;
      import java.util.*;
      class PaymentService {
        private final String tenant = "acme";
        void charge(String userId, Order order, Map<String, String> headers, List<Item> items, Request request, int[] ids) {}
        static Object[] arguments() {
          return new Object[] {
            "u7", new Order("o1", new Customer()), Map.of("X-Api-Key", "k3cr3t"),
            List.of(new Item("a-1"), new Item("b-2")), new Request(), new int[] {4, 5}};
        }
        record Order(String id, Customer customer) {}
        record Item(String sku) {}
        static class Customer {
          public String getId() { return "c9"; }
          public boolean isVip() { return true; }
          public String getPlan() { return null; }
        }
        static class Request {
          public String getHeader(String name) { return name.equals("X-Api-Key") ? "k3cr3t" : null; }
        }
      }
      """;
  private static final String CONTEXT =
      """
      package com.acme;
      public class TenantContext {
        public static TenantContext current() { return new TenantContext(); }
        public String getId() { return "t5"; }
      }
      """;

  @TempDir private static Path folder;

  @TestFactory
  Stream<DynamicTest> reference_everyRow_rendersAsWritten() throws Exception {
    Compiled compiled =
        Compiled.of(
            folder,
            java.util.Map.of(
                "com/acme/PaymentService.java", SERVICE, "com/acme/TenantContext.java", CONTEXT));
    Class<?> service = compiled.loader().loadClass("com.acme.PaymentService");
    Object self = Compiled.create(service.getClassLoader(), service.getName());
    var arguments = service.getDeclaredMethod("arguments");
    arguments.setAccessible(true);
    Object[] call = (Object[]) arguments.invoke(null);
    System.setProperty("shop.region", "eu");
    List<Matcher> rows = rows();
    assertThat(rows).hasSizeGreaterThan(20);
    return rows.stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.group("template"),
                    () ->
                        assertThat(
                                Template.parse(row.group("template"))
                                    .bind(signature(service, "charge"), Calls.ACCESSORS)
                                    .render(self, call))
                            .isEqualTo(row.group("result"))));
  }

  @AfterAll
  static void forgetRegion() {
    System.clearProperty("shop.region");
  }

  private static List<Matcher> rows() throws IOException {
    return Files.readAllLines(Path.of("..", "docs", "templates.md")).stream()
        .filter(line -> line.startsWith("| `"))
        .map(ROW::matcher)
        .peek(row -> assertThat(row.matches()).as(row.toString()).isTrue())
        .toList();
  }
}
