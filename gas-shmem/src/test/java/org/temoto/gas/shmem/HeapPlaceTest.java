package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeapPlaceTest {
  private static final String JAVA_HEAP = "f3800000-100000000 rw-p 00000000 00:00 0";
  private static final String KERNEL =
      "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]";

  @Test
  void shouldFindWhatIsThere() {
    HeapPlace usual = HeapPlace.of(new LaunchEnvironment(Map.of()));
    assertThat(usual.occupant(Stream.of(KERNEL, JAVA_HEAP))).hasValue("f3800000-100000000");
  }

  @Test
  void shouldNotMindNeighbours() {
    HeapPlace place = new HeapPlace(0x1000, 0x2000);
    assertThat(place.occupant(Stream.of("0-1000 rw-p", "3000-4000 rw-p", KERNEL))).isEmpty();
    assertThat(place.occupant(Stream.of("2fff-4000 rw-p"))).isPresent();
    assertThat(place.occupant(Stream.of("0-1001 rw-p"))).isPresent();
  }

  @Test
  void shouldFindWhatThisProcessHas() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment taken = arena.allocate(1 << 20);
      assertThat(new HeapPlace(taken.address(), 1).occupant()).isPresent();
      assertThat(new HeapPlace(0x600000000000L, 1 << 30).occupant()).isEmpty();
    }
  }

  @Test
  void shouldReadTheAddressFromTheEnvironment() {
    Map<String, String> variables =
        Map.of(HeapPlace.VARIABLE, "0x600000000000", "SHMEM_SYMMETRIC_SIZE", "1M");
    assertThat(HeapPlace.of(new LaunchEnvironment(variables)))
        .isEqualTo(new HeapPlace(0x600000000000L, 1 << 20));
    assertThatThrownBy(() -> HeapPlace.of(new LaunchEnvironment(Map.of(HeapPlace.VARIABLE, "low"))))
        .hasMessageContaining("=low must be an address");
  }
}
