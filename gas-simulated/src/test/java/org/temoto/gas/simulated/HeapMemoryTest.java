package org.temoto.gas.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapMemoryTest {
  private static final long MIB = 1 << 20;

  @Test
  void shouldHaveAtHandWhatIsAllocatedWhereComputingIsMeasured() throws IOException {
    try (HeapMemory memory = new HeapMemory(2, 4 * MIB, true)) {
      memory.allocated(1, 8, MIB);
      memory.allocated(1, 3 * MIB - 1, 2);
      assertThat(kibibytesAtHand(memory, 1)).isEqualTo(1024 + 4 + 8);
      assertThat(kibibytesAtHand(memory, 0)).isZero();
    }
  }

  @Test
  void shouldNotTakeMoreThanTheMachineMayHave() throws IOException {
    try (HeapMemory memory = new HeapMemory(1024, 4 * MIB, true)) {
      memory.allocated(7, 0, 2 * MIB);
      memory.allocated(7, 2 * MIB, 2 * MIB);
      assertThat(kibibytesAtHand(memory, 7)).isEqualTo(1024);
    }
  }

  @Test
  void shouldWaitForTheFirstTouchElsewhere() throws IOException {
    try (HeapMemory memory = new HeapMemory(1, 4 * MIB, false)) {
      memory.allocated(0, 0, 2 * MIB);
      assertThat(kibibytesAtHand(memory, 0)).isZero();
    }
  }

  /** Of the PE's heap, as the kernel counts its pages. */
  private static long kibibytesAtHand(HeapMemory memory, int pe) throws IOException {
    String begin = Long.toHexString(memory.address(pe, 0, 0)) + "-";
    List<String> maps = Files.readAllLines(Path.of("/proc/self/smaps"));
    int at = 0;
    while (!maps.get(at).startsWith(begin)) {
      at++;
    }
    while (!maps.get(at).startsWith("Rss:")) {
      at++;
    }
    return Long.parseLong(maps.get(at).replaceAll("[^0-9]", ""));
  }
}
