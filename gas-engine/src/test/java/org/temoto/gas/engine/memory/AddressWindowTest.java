package org.temoto.gas.engine.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.temoto.gas.spi.VirtualMemory.SYSTEM_PAGE;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;

class AddressWindowTest {
  private static final int PAGES = 40;
  private static final int BYTES = PAGES * SYSTEM_PAGE;

  private record Exposed(int from, int to) {
    boolean shows(int page) {
      return from / SYSTEM_PAGE <= page && page <= (to - 1) / SYSTEM_PAGE;
    }
  }

  /** Views that come and go: what a page holds stays, and it is seen as long as one shows it. */
  @Test
  void shouldShowThePagesOfExposedBytesOnly() {
    Random random = new Random(5);
    try (ViewMemory memory = new ViewMemory(BYTES, null, true)) {
      AddressWindow window = memory.window().orElseThrow();
      byte[] expected = new byte[PAGES];
      List<Exposed> exposed = new ArrayList<>();
      for (int round = 0; round < 2_000; round++) {
        if (exposed.isEmpty() || random.nextInt(2) == 0 && exposed.size() < 6) {
          int from = random.nextInt(BYTES);
          exposed.add(new Exposed(from, from + 1 + random.nextInt(BYTES - from)));
          window.expose(exposed.getLast().from, exposed.getLast().to);
        } else {
          Exposed gone = exposed.remove(random.nextInt(exposed.size()));
          window.conceal(gone.from, gone.to);
        }
        int page = random.nextInt(PAGES);
        if (exposed.stream().anyMatch(each -> each.shows(page))) {
          assertThat(programs(memory, page)).isEqualTo(expected[page]);
          expected[page]++;
          memory
              .programs(Access.READ_WRITE)
              .set(JAVA_BYTE, (long) page * SYSTEM_PAGE, expected[page]);
          assertThat(memory.segment().get(JAVA_BYTE, (long) page * SYSTEM_PAGE))
              .isEqualTo(expected[page]);
        } else {
          assertThatThrownBy(() -> programs(memory, page)).isInstanceOf(InternalError.class);
          expected[page]++;
          memory.segment().set(JAVA_BYTE, (long) page * SYSTEM_PAGE, expected[page]);
        }
      }
    }
  }

  private static byte programs(ViewMemory memory, int page) {
    return memory.programs(Access.READ_WRITE).get(JAVA_BYTE, (long) page * SYSTEM_PAGE);
  }

  @Test
  void shouldShowZerosAfterADiscard() {
    try (ViewMemory memory = new ViewMemory(BYTES, null, true)) {
      AddressWindow window = memory.window().orElseThrow();
      window.expose(0, BYTES);
      memory.programs(Access.READ_WRITE).set(JAVA_BYTE, 3L * SYSTEM_PAGE, (byte) 7);
      window.conceal(0, BYTES);
      memory.discard(2L * SYSTEM_PAGE, 2L * SYSTEM_PAGE);
      window.expose(0, BYTES);
      assertThat(programs(memory, 3)).isZero();
    }
  }

  /**
   * A window maps nothing before a program can know an address; then all that is exposed by then.
   */
  @Test
  void shouldShowWhatWasExposedBeforeAnAddressWasKnown() {
    try (ViewMemory memory = new ViewMemory(BYTES, null, true)) {
      AddressWindow window = memory.window().orElseThrow();
      window.expose(2L * SYSTEM_PAGE, 5L * SYSTEM_PAGE);
      window.expose(4L * SYSTEM_PAGE, 9L * SYSTEM_PAGE);
      window.conceal(4L * SYSTEM_PAGE, 9L * SYSTEM_PAGE);
      window.expose(BYTES - 1, BYTES);
      for (int page = 0; page < PAGES; page++) {
        memory.segment().set(JAVA_BYTE, (long) page * SYSTEM_PAGE, (byte) page);
      }
      for (int each = 0; each < PAGES; each++) {
        int page = each;
        if (page >= 2 && page < 5 || page == PAGES - 1) {
          assertThat(programs(memory, page)).isEqualTo((byte) page);
        } else {
          assertThatThrownBy(() -> programs(memory, page)).isInstanceOf(InternalError.class);
        }
      }
    }
  }
}
