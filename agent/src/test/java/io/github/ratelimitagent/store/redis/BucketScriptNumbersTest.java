package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimitagent.limit.BucketSpec;
import io.github.ratelimitagent.testing.TestRedis;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/**
 * The script's own expressions for numbers, taken from its text and run in the server's interpreter
 * over the whole range that {@link BucketSpec} allows.
 */
final class BucketScriptNumbersTest {
  private static final int CALLS = 60;
  private static final int PAIRS = 5_000;

  private static final String TEXT = new String(BucketScript.load().text(), StandardCharsets.UTF_8);

  private static final String PRELUDE =
      "local floor, ceil, format = math.floor, math.ceil, string.format\n"
          + line("local SHORTER = ")
          + "\n"
          + line("local SHORT = ")
          + "\nlocal wrong = {}\n";

  private static String line(String start) {
    List<String> lines = TEXT.lines().filter(line -> line.trim().startsWith(start)).toList();
    assertThat(lines).as(start).hasSize(1);
    return lines.get(0);
  }

  /** From that line to the end of the block that follows it. */
  private static String block(String start) {
    String from = TEXT.substring(TEXT.indexOf(line(start)));
    return from.substring(0, from.indexOf("\n    end\n") + "\n    end\n".length());
  }

  private static String expression(String text) {
    HeldClock.replaceOnce(TEXT, text, "");
    return text;
  }

  private static List<?> run(String body, List<String> args) {
    try (RedisClient redis = RedisClient.create(TestRedis.uri())) {
      return (List<?>) redis.eval(PRELUDE + body + "\nreturn wrong", List.of(), args);
    }
  }

  /** Numbers of every size up to the bound, of both signs, at powers of two and all between. */
  private static long anyUnits(Random random) {
    long size = 1L << random.nextInt(51);
    long near = random.nextBoolean() ? random.nextInt(5) - 2 : (long) (random.nextDouble() * size);
    long units = Math.min(BucketSpec.MAX_UNITS, Math.max(0, size + near));
    return random.nextBoolean() ? units : -units;
  }

  private static long anyPeriod(Random random) {
    long size = 1L << random.nextInt(51);
    long period =
        switch (random.nextInt(3)) {
          case 0 -> size + random.nextInt(5) - 2;
          case 1 -> (long) (random.nextDouble() * size);
          default -> (long) Math.pow(10, random.nextInt(14)) * (1 + random.nextInt(99));
        };
    return Math.min(BucketSpec.MAX_UNITS, Math.max(1, period));
  }

  @Test
  void tokens_anyUnitsOfAnyPeriodWithinTheBound_areReadBackAsWritten() {
    String body =
        "for a = 1, #ARGV, 2 do\n"
            + "  local units, price = tonumber(ARGV[a]), tonumber(ARGV[a + 1])\n"
            + block("local digits = ")
            + "  local tokens = tonumber("
            + expression("format(digits, units / price)")
            + ")\n"
            + "  local back = "
            + expression("floor(tokens * price + 0.25)")
            + "\n  if back ~= units then wrong[#wrong + 1] = ARGV[a] .. '/' .. ARGV[a + 1] end\n"
            + "end";
    Random random = new Random();
    for (int call = 0; call < CALLS; call++) {
      List<String> args = new ArrayList<>();
      for (int i = 0; i < PAIRS / 2; i++) {
        args.add(String.valueOf(anyUnits(random)));
        args.add(String.valueOf(anyPeriod(random)));
      }
      assertThat(run(body, args)).isEmpty();
    }
  }

  @Test
  void quotients_anyUnitsAndRefill_areRoundedAsWholeNumbersAre() {
    expression("floor(left / price)");
    expression("floor(left / b.price)");
    expression("ceil((take - units) / rate)");
    expression("ceil(missing / b.rate)");
    expression("ceil(max(0, -b.units) / b.rate)");
    String body =
        "for a = 1, #ARGV, 4 do\n"
            + "  local u, d = tonumber(ARGV[a]), tonumber(ARGV[a + 1])\n"
            + "  if floor(u / d) ~= tonumber(ARGV[a + 2]) or ceil(u / d) ~= tonumber(ARGV[a + 3])\n"
            + "    then wrong[#wrong + 1] = ARGV[a] .. '/' .. ARGV[a + 1] end\n"
            + "end";
    Random random = new Random();
    for (int call = 0; call < CALLS; call++) {
      List<String> args = new ArrayList<>();
      for (int i = 0; i < PAIRS / 4; i++) {
        long divisor = anyPeriod(random);
        // what is missing can be a debt at the bound and permits at the bound; hardest next to
        // a multiple of the divisor
        long units = 2 * anyUnits(random);
        units = random.nextBoolean() ? units : units / divisor * divisor + random.nextInt(3) - 1;
        long down = Math.floorDiv(units, divisor);
        args.addAll(
            List.of(
                String.valueOf(units),
                String.valueOf(divisor),
                String.valueOf(down),
                String.valueOf(down * divisor == units ? down : down + 1)));
      }
      assertThat(run(body, args)).isEmpty();
    }
  }

  @Test
  void lastRefill_anyMicrosecondUntil2106_isReadBackAsWritten() {
    String body =
        "for a = 1, #ARGV do\n"
            + "  local micros, lag = tonumber(ARGV[a]), a % 2 * 123456\n"
            + "  local now = micros - lag\n"
            + "  local time = {tostring(floor(now / 1000000)), tostring(now % 1000000)}\n"
            + "  local nowText\n"
            + block("local stamp = ")
            + "  local last = tonumber(stamp)\n"
            + "  if "
            + expression("floor(last * 1000000 + 0.5)")
            + " ~= micros then wrong[#wrong + 1] = ARGV[a] end\n"
            + "end";
    Random random = new Random();
    for (int call = 0; call < CALLS; call++) {
      List<String> args =
          random
              .longs(PAIRS, 1_000_000, (1L << 32) * 1_000_000)
              .map(
                  micros ->
                      random.nextBoolean() ? micros : micros / 1_000_000 * 1_000_000 + 999_999)
              .mapToObj(String::valueOf)
              .toList();
      assertThat(run(body, args)).isEmpty();
    }
  }
}
