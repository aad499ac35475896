package org.temoto.task.collective.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.Transport;

class IdleStrategyTest {
  /** Methods that do nothing but what is said. */
  private static <T> T fake(Class<T> type, Map<String, Supplier<Object>> methods) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> methods.getOrDefault(method.getName(), () -> null).get()));
  }

  /** A PE that spins answers others, if its transport needs calls for that. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldServeOthersWhileItSpins(boolean isOneSided) {
    AtomicInteger served = new AtomicInteger();
    AtomicLong now = new AtomicLong();
    Transport transport =
        fake(
            Transport.class,
            Map.of(
                "isOneSided",
                () -> isOneSided,
                "progress",
                () -> {
                  served.incrementAndGet();
                  return null;
                }));
    Strands strands =
        fake(Strands.class, Map.of("isCrowded", () -> false, "isStepped", () -> false));
    Clock clock = () -> now.addAndGet(1_000);
    ProcessingElement element =
        fake(
            ProcessingElement.class,
            Map.of("transport", () -> transport, "strands", () -> strands, "clock", () -> clock));
    IdleStrategy waiting = new IdleStrategy(element);
    for (int i = 0; i < 100; i++) { // 100 us: it would yield after 500
      waiting.pause();
    }
    assertThat(served.get()).isEqualTo(isOneSided ? 0 : 100);
  }
}
