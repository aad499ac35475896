package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.VirtualMemory;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SimulatedHeapTest {
  private static final long PAGE = VirtualMemory.SYSTEM_PAGE;

  @Test
  void shouldAliasTheHeapOfEveryPe() {
    Clusters.timeless(
        3,
        1,
        pe -> {
          long offset = pe.heap().allocate(PAGE, PAGE);
          pe.heap().segment().set(JAVA_LONG, offset, 100 + pe.rank());
          pe.transport().barrier();
          MemorySegment window = VirtualMemory.reserve(PAGE);
          for (int other = 0; other < pe.count(); other++) {
            assertThat(pe.heap().alias(other, offset, PAGE, window.address())).isTrue();
            assertThat(window.get(JAVA_LONG, 0)).isEqualTo(100 + other);
          }
          VirtualMemory.unmap(window);
        });
  }

  @Test
  void shouldRefuseToAliasPartsOfPages() {
    Clusters.timeless(
        1,
        1,
        pe ->
            assertThatThrownBy(() -> pe.heap().alias(0, 8, PAGE, 16 * PAGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset=8"));
  }

  @Test
  void shouldReachOwnMemoryDirectlyOnly() {
    Clusters.timeless(
        2,
        1,
        pe -> {
          assertThat(pe.transport().direct(pe.rank())).contains(pe.heap().segment());
          assertThat(pe.transport().direct(1 - pe.rank())).isEmpty();
        });
  }

  @Test
  void shouldFindAPeThatDoesNotAllocate() {
    assertThatThrownBy(() ->
            Clusters.timeless(
                2,
                1,
                pe -> {
                  if (pe.rank() == 0) {
                    pe.heap().allocate(8, 8);
                  } else {
                    pe.transport().barrier();
                  }
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("PE 1 called a plain barrier");
  }

  @Test
  void shouldFindAPeThatFreesWhatOthersDoNot() {
    assertThatThrownBy(() ->
            Clusters.timeless(
                3,
                1,
                pe -> {
                  long first = pe.heap().allocate(8, 8);
                  long second = pe.heap().allocate(8, 8);
                  pe.heap().free(pe.rank() == 2 ? second : first);
                }))
        .isInstanceOf(GasException.class)
        .hasMessageContaining("free(0)")
        .hasMessageContaining("PE 2 called free(8)");
  }
}
