package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of memories that have become read-only, on any backend. */
public abstract class SealedContractTest extends MemoryTest {
  @Test
  void shouldFetchEachPageOnceWhateverIsAcquired() {
    spmd(
        3,
        space -> {
          GlobalMemory memory = space.allocate("sealed", 9 * PAGE);
          assertFilled(memory, 0, 9 * PAGE, 0); // copies that the seal makes old
          space.barrier();
          if (space.pe() == 1) {
            fill(memory, 0, 9 * PAGE, 5);
          }
          memory.seal();
          assertFilled(memory, 0, 9 * PAGE, 5);
          GlobalAddressSpace.Statistics before = space.statistics();
          for (int i = 0; i < 10; i++) {
            space.acquireFence();
            assertFilled(memory, i * 100L, 8 * PAGE, 5);
            MemorySegment bytes = MemorySegment.ofArray(new byte[3]);
            memory.read(5 * PAGE, bytes);
            space.barrier();
          }
          assertThat(space.statistics().localizeMisses()).isEqualTo(before.localizeMisses());
          assertThat(space.statistics().bytesFetched()).isEqualTo(before.bytesFetched());
          space.barrier();
        });
  }

  @Test
  void shouldValidateAsBeforeWithoutASeal() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("open", 4 * PAGE);
          assertThat(memory.isSealed()).isFalse();
          assertFilled(memory, 0, 4 * PAGE, 0);
          space.acquireFence();
          long before = space.statistics().localizeMisses();
          assertFilled(memory, 0, 4 * PAGE, 0);
          assertThat(space.statistics().localizeMisses()).isEqualTo(before + 1);
          space.barrier();
        });
  }

  @Test
  void shouldRefuseToWrite() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("sealed", 2 * PAGE);
          memory.seal();
          memory.seal();
          assertThat(memory.isSealed()).isTrue();
          for (Access access : new Access[] {Access.WRITE, Access.READ_WRITE}) {
            assertThatThrownBy(() -> memory.localize(0, 1, access))
                .isInstanceOf(GasException.class)
                .hasMessageContaining(
                    "localize of memory \"sealed\" with access=" + access + ": it has been sealed");
            assertThatThrownBy(() -> memory.localizeAsync(memory.whole(), access))
                .isInstanceOf(GasException.class);
          }
          assertThatThrownBy(() -> memory.load(Path.of("nowhere")))
              .isInstanceOf(GasException.class)
              .hasMessageContaining(
                  "load of nowhere into memory \"sealed\", which has been sealed");
          assertFilled(memory, 0, 2 * PAGE, 0);
          space.barrier();
        });
  }

  @Test
  void shouldRefuseToSealWhatIsOpen() {
    spmd(
        2,
        space -> {
          GlobalMemory memory = space.allocate("held", PAGE);
          try (LocalView _ = memory.localize(0, 1, Access.READ_WRITE)) {
            assertThatThrownBy(memory::seal)
                .isInstanceOf(GasException.class)
                .hasMessageContaining("memory \"held\" is sealed while views of it are open");
          }
          memory.seal();
        });
  }

  @Test
  void shouldStayReadableWhenPagesMove() {
    spmd(
        2,
        space -> {
          GlobalMemory memory =
              space.allocate(MemoryOptions.of("moving", 4 * PAGE).withSpareFrames(2));
          if (space.pe() == 0) {
            fill(memory, 0, 4 * PAGE, 9);
          }
          memory.seal();
          for (int round = 0; round < 6; round++) {
            if (space.pe() == round % 2) {
              memory.migrate(0, 4 * PAGE, space.pe());
            }
            space.barrier();
            assertFilled(memory, 0, 4 * PAGE, 9);
          }
        });
  }
}
