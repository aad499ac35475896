package org.temoto.task.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;

/** Tests of overflow buffers on a simulated PE, freed by it and by another. */
class OverflowArenaTest {
  private static final long BYTES = 4096;

  private static void onPes(int pes, BiConsumer<GlobalAddressSpace, ProcessingElement> program) {
    Temoto.launch(
        GasOptions.DEFAULT.withPes(pes).withHeapBytes(2 << 20).withCacheBytes(1 << 20),
        space -> program.accept(space, RuntimeSupport.of(space).processingElement()));
  }

  private static OverflowArena arena(ProcessingElement element, long start) {
    return new OverflowArena(element.heap().segment(), element.rank(), start, BYTES, 0);
  }

  @Property(tries = 50)
  void shouldNeverOverlapAndNeverLoseRoom(@ForAll long seed) {
    onPes(
        1,
        (space, element) -> {
          long start = element.heap().allocate(BYTES, 128);
          OverflowArena arena = arena(element, start);
          try (Channel channel = element.transport().openChannel()) {
            use(new Random(seed), arena, element.heap().segment(), channel, start);
          }
        });
  }

  private static void use(
      Random random, OverflowArena arena, MemorySegment heap, Channel channel, long start) {
    Map<Long, Integer> live = new HashMap<>();
    for (int step = 0; step < 500; step++) {
      if (random.nextInt(5) < 3) {
        int payload = random.nextInt(700);
        long at = arena.allocate(payload, false, channel);
        if (at != OverflowArena.NONE) {
          assertThat(at).isBetween(start, start + BYTES - OverflowLayout.bytes(payload));
          live.forEach((other, size) ->
              assertThat(
                      at + OverflowLayout.bytes(payload) <= other
                          || other + OverflowLayout.bytes(size) <= at)
                  .isTrue());
          heap.asSlice(at + OverflowLayout.PAYLOAD, payload).fill((byte) 1); // looks like "freed"
          live.put(at, payload);
        }
      } else if (!live.isEmpty()) {
        List<Long> all = new ArrayList<>(live.keySet());
        long freed = all.get(random.nextInt(all.size()));
        live.remove(freed);
        if (random.nextBoolean()) {
          arena.release(freed);
        } else {
          OverflowArena.free(channel, 0, freed);
          channel.quiet();
        }
      }
      assertThat(arena.inUse()).isEqualTo(live.size());
    }
    live.keySet().forEach(arena::release);
    assertThat(arena.allocate(arena.capacity(), false, channel)).isEqualTo(start);
  }

  @Test
  void shouldRefuseWhatIsLargerThanItself() {
    onPes(
        1,
        (space, element) -> {
          OverflowArena arena = arena(element, element.heap().allocate(BYTES, 128));
          try (Channel channel = element.transport().openChannel()) {
            assertThat(arena.capacity()).isEqualTo(BYTES - OverflowLayout.PAYLOAD);
            assertThat(arena.allocate(arena.capacity() + 1, false, channel))
                .isEqualTo(OverflowArena.NONE);
          }
        });
  }

  @Test
  void shouldKeepAReserveForOutcomes() {
    onPes(
        1,
        (space, element) -> {
          MemorySegment heap = element.heap().segment();
          long start = element.heap().allocate(BYTES + 1024, 128);
          OverflowArena arena = new OverflowArena(heap, 0, start, BYTES, 1024);
          try (Channel channel = element.transport().openChannel()) {
            assertThat(arena.allocate(arena.capacity(), true, channel)).isEqualTo(start);
            assertThat(arena.allocate(0, true, channel)).isEqualTo(OverflowArena.NONE);
            assertThat(arena.allocateForOutcome(1008, false, channel)).isEqualTo(start + BYTES);
            assertThat(arena.allocateForOutcome(0, false, channel)).isEqualTo(OverflowArena.NONE);
            assertThat(arena.hasRoomBesideLasting(1008)).as("when the outcome is read").isTrue();
            assertThat(arena.hasRoomBesideLasting(1009)).as("while the task waits").isFalse();
            arena.release(start);
            assertThat(arena.hasRoomBesideLasting(BYTES + 1008)).isTrue();
          }
        });
  }

  @Test
  @Timeout(60)
  void shouldTakeBackWhatAnotherPeHasFreed() {
    onPes(
        2,
        (space, element) -> {
          long start = element.heap().allocate(BYTES, 128);
          OverflowArena arena = arena(element, start);
          try (Channel channel = element.transport().openChannel()) {
            for (int i = 0; i < 50; i++) {
              long mine = arena.allocate(arena.capacity(), false, channel);
              assertThat(mine).isEqualTo(start);
              assertThat(arena.allocate(1, false, channel)).isEqualTo(OverflowArena.NONE);
              space.barrier();
              OverflowArena.free(channel, 1 - space.pe(), start);
              channel.quiet();
              space.barrier();
              assertThat(arena.inUse()).isZero();
              space.barrier();
            }
          }
        });
  }
}
