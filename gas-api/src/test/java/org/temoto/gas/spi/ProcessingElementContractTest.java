package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.GasException;

/**
 * Tests of what every backend promises of a PE's heap and strands, and of jobs that fail (the
 * Javadoc of {@link SymmetricHeap}, {@link Strands} and {@link Backend}). A subclass names the
 * backend.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ProcessingElementContractTest extends SpmdTest {
  private static final long PAGE = VirtualMemory.SYSTEM_PAGE;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldKnowItsPlace(int pes) {
    spmd(
        pes,
        pe -> {
          assertThat(pe.count()).isEqualTo(pes);
          assertThat(pe.rank()).isBetween(0, pes - 1);
          assertThat(pe.host()).isNotEmpty();
          assertThat(pe.heap().segment().byteSize()).isEqualTo(pe.heap().size());
          assertThat(pe.transport().direct(pe.rank())).isPresent();
        });
  }

  // The heap.

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldAllocateZeroedAtTheSameOffsetEverywhere(int pes) {
    spmd(
        pes,
        pe -> {
          SplittableRandom random = new SplittableRandom(SEED);
          long board = pe.heap().allocate(8, 8);
          Channel channel = pe.transport().openChannel();
          List<Long> used = new ArrayList<>();
          for (int i = 0; i < 40; i++) {
            if (!used.isEmpty() && random.nextInt(3) == 0) {
              pe.heap().free(used.remove(random.nextInt(used.size())));
            } else {
              used.add(allocateAndCheck(pe, channel, board, random));
            }
          }
        });
  }

  private static long allocateAndCheck(
      ProcessingElement pe, Channel channel, long board, SplittableRandom random) {
    long bytes = random.nextLong(1, 20_000);
    long alignment = 1L << random.nextInt(14);
    long offset = pe.heap().allocate(bytes, alignment);
    assertThat(offset % alignment).isZero();
    MemorySegment area = pe.heap().segment().asSlice(offset, bytes);
    assertThat(area.mismatch(MemorySegment.ofArray(new byte[(int) bytes]))).isEqualTo(-1);
    area.fill((byte) 0xee);
    if (pe.rank() == 0) {
      channel.swap(0, board, offset);
    }
    pe.transport().barrier();
    assertThat(channel.fetch(0, board)).isEqualTo(offset);
    pe.transport().barrier();
    return offset;
  }

  @Test
  void shouldReuseWhatWasFreed() {
    spmd(
        2,
        pe -> {
          long bytes = pe.heap().size() / 2;
          for (int i = 0; i < 5; i++) {
            pe.heap().free(pe.heap().allocate(bytes, 8));
          }
        });
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    spmd(
        2,
        pe -> {
          long bytes = pe.heap().size() + 1;
          assertThatThrownBy(() -> pe.heap().allocate(bytes, 8))
              .isInstanceOf(GasException.class)
              .hasMessageContaining(Long.toString(bytes))
              .hasMessageContaining("heapBytes");
          pe.heap().allocate(8, 8);
        });
  }

  @Test
  void shouldRefuseDifferingSizes() {
    assertFails(
        2, pe -> pe.heap().allocate(8L + 8L * pe.rank(), 8), GasException.class, "allocate");
  }

  @Test
  void shouldRefuseWhatIsOutside() {
    spmd(
        2,
        pe -> {
          Channel channel = pe.transport().openChannel();
          MemorySegment buffer = local(16);
          long size = pe.heap().size();
          assertThatThrownBy(() -> channel.get(0, size - 8, buffer, 0, 16))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> channel.put(0, 0, buffer, 8, 16))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> channel.fetch(2, 0))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessage("pe=2 is none of the job's 2 PEs");
          assertThatThrownBy(() -> channel.fetch(0, 4))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> channel.get(0, 0, MemorySegment.ofArray(new long[2]), 0, 8))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @Test
  void shouldAliasHeapMemory() {
    spmd(
        2,
        pe -> {
          long offset = pe.heap().allocate(4 * PAGE, PAGE);
          MemorySegment window = VirtualMemory.reserve(8 * PAGE);
          if (pe.heap().alias(pe.rank(), offset + PAGE, 2 * PAGE, window.address() + 4 * PAGE)) {
            assertSameMemory(pe, offset + PAGE, window.asSlice(4 * PAGE, 2 * PAGE));
          }
          pe.transport().barrier();
          VirtualMemory.unmap(window);
        });
  }

  private static void assertSameMemory(ProcessingElement pe, long offset, MemorySegment window) {
    Channel channel = pe.transport().openChannel();
    window.set(JAVA_LONG, PAGE, 4711);
    assertThat(channel.fetch(pe.rank(), offset + PAGE)).isEqualTo(4711);
    channel.swap(pe.rank(), offset, 42);
    assertThat(window.get(JAVA_LONG, 0)).isEqualTo(42);
    channel.put(pe.rank(), offset, window, PAGE, 8);
    channel.close();
    assertThat(window.get(JAVA_LONG, 0)).isEqualTo(4711);
  }

  // Failure.

  @Test
  void shouldThrowTheFirstFailureAndWakeAllOthers() {
    assertFails(
        4,
        pe -> {
          switch (pe.rank()) {
            case 0 -> pe.transport().barrier();
            case 1 -> parkForever(pe);
            case 2 -> pollForever(pe);
            default -> throw new IllegalStateException("the first failure");
          }
        },
        IllegalStateException.class,
        "the first failure");
  }

  private static void parkForever(ProcessingElement pe) {
    while (true) {
      pe.strands().park();
    }
  }

  private static void pollForever(ProcessingElement pe) {
    while (true) {
      pe.strands().yield();
    }
  }

  @Test
  void shouldAbortWhenASpawnedStrandFails() {
    assertFails(
        2,
        pe -> {
          if (pe.rank() == 1) {
            pe.strands().spawn("failing", () -> overflow(0));
          }
          parkForever(pe);
        },
        StackOverflowError.class,
        "");
  }

  private static int overflow(int depth) {
    return depth < 0 ? 0 : overflow(depth + 1) + 1;
  }

  @Test
  void shouldEndJoinWhenAborted() {
    assertFails(
        2,
        pe -> {
          Strands.Strand stuck = pe.strands().spawn("stuck", () -> parkForever(pe));
          if (pe.rank() == 1) {
            pe.abort(new GasException("enough"));
          }
          pe.strands().join(stuck);
        },
        GasException.class,
        "enough");
  }

  // Strands.

  @Test
  void shouldKeepAnUnparkThatComesFirst() {
    spmd(
        1,
        pe -> {
          for (int i = 0; i < 200; i++) {
            Strands.Strand self = pe.strands().current();
            pe.strands().spawn("waker", () -> pe.strands().unpark(self));
            pe.strands().park();
          }
        });
  }

  @Test
  void shouldJoinAndSeeWhatTheStrandDid() {
    spmd(
        2,
        pe -> {
          long[] box = new long[1];
          Strands.Strand strand = pe.strands().spawn("writer", () -> box[0] = 5);
          pe.strands().join(strand);
          assertThat(box[0]).isEqualTo(5);
        });
  }
}
