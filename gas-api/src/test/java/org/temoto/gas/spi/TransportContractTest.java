package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of what every backend's transport promises (the Javadoc of {@link Transport} and {@link
 * Channel}). A subclass names the backend.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class TransportContractTest extends SpmdTest {
  /** Words of a transfer in which torn ones are looked for. */
  private static final long TEARABLE = 4096;

  /** Opaque: words are written whole. */
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  // Transfers.

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldPutAndGetAnySizeAtAnyOffset(int pes) {
    spmd(
        pes,
        pe -> {
          long area = pe.heap().allocate(1 << 17, 64);
          Channel channel = pe.transport().openChannel();
          for (long bytes : new long[] {0, 1, 7, 8, 9, 63, 64, 1000, 4096, 70_001}) {
            for (long shift : new long[] {0, 1, 4, 8}) {
              roundTrip(pe, channel, area + shift, shift * 3 % 8, bytes);
            }
          }
          channel.close();
        });
  }

  private static void roundTrip(
      ProcessingElement pe, Channel channel, long offset, long localShift, long bytes) {
    MemorySegment out = patterned(pe.rank(), bytes + localShift + 8);
    channel.put(next(pe), offset, out, localShift, bytes);
    out.fill((byte) 0); // a blocking put has let go of its source
    pe.transport().barrier();
    assertPattern(pe.heap().segment(), offset, previous(pe), localShift, bytes);
    MemorySegment back = local(bytes + localShift + 8);
    channel.get(next(pe), offset, back, localShift, bytes);
    assertPattern(back, localShift, pe.rank(), localShift, bytes);
    assertThat(back.get(JAVA_BYTE, localShift + bytes)).isZero();
    pe.transport().barrier();
  }

  private static void assertPattern(
      MemorySegment segment, long offset, int pe, long from, long bytes) {
    for (long i = 0; i < bytes; i++) {
      if (segment.get(JAVA_BYTE, offset + i) != pattern(pe, from + i)) {
        throw new AssertionError("byte " + i + " of " + bytes + " from PE " + pe + " is wrong");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldCompleteNonBlockingTransfersAtQuiet(int pes) {
    spmd(
        pes,
        pe -> {
          long bytes = 100_003;
          int pieces = 7;
          long area = pe.heap().allocate(bytes * pieces, 8);
          Channel channel = pe.transport().openChannel();
          List<MemorySegment> in = new ArrayList<>();
          for (int i = 0; i < pieces; i++) {
            channel.putNonBlocking(
                next(pe), area + i * bytes, patterned(pe.rank() + i, bytes), 0, bytes);
          }
          channel.quiet();
          for (int i = 0; i < pieces; i++) {
            in.add(local(bytes));
            channel.getNonBlocking(next(pe), area + i * bytes, in.get(i), 0, bytes);
          }
          channel.quiet();
          for (int i = 0; i < pieces; i++) {
            assertPattern(in.get(i), 0, pe.rank() + i, 0, bytes);
          }
          pe.transport().barrier();
        });
  }

  @Test
  void shouldHoldNoBuffersOfWhatIsComplete() {
    spmd(
        2,
        pe -> {
          long area = pe.heap().allocate(1 << 16, 8);
          try (Channel channel = pe.transport().openChannel()) {
            assertThat(channel.holdsBuffers()).isFalse();
            MemorySegment to = local(1 << 16);
            channel.getNonBlocking(next(pe), area, to, 0, 1 << 16);
            channel.quiet();
            assertThat(channel.holdsBuffers()).isFalse();
          }
          pe.transport().barrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldMoveBlocksWithStridesOnBothSides(int pes) {
    spmd(
        pes,
        pe -> {
          long block = 40;
          long count = 33;
          long area = pe.heap().allocate(1 << 16, 8);
          Channel channel = pe.transport().openChannel();
          MemorySegment out = patterned(pe.rank(), count * 48);
          channel.putStridedNonBlocking(next(pe), area + 16, 104, out, 0, 48, block, count);
          channel.quiet();
          pe.transport().barrier();
          MemorySegment own = pe.heap().segment();
          for (long i = 0; i < count; i++) {
            assertPattern(own, area + 16 + i * 104, previous(pe), i * 48, block);
            assertThat(own.get(JAVA_BYTE, area + 16 + i * 104 + block)).as("gap").isZero();
          }
          MemorySegment in = local(count * 64);
          channel.getStridedNonBlocking(next(pe), area + 16, 104, in, 8, 64, block, count);
          channel.quiet();
          for (long i = 0; i < count; i++) {
            assertPattern(in, 8 + i * 64, pe.rank(), i * 48, block);
            assertThat(in.get(JAVA_BYTE, i * 64)).as("gap").isZero();
          }
          channel.putStridedNonBlocking(next(pe), area, 8, out, 0, 8, 8, 0);
          pe.transport().barrier();
        });
  }

  /**
   * Local words of 8 bytes that lie otherwise in vectors and cache lines than those of the heap.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 5})
  void shouldNotTearAlignedWords(int shift) {
    spmd(
        2,
        pe -> {
          long area = pe.heap().allocate(TEARABLE * 8, 64);
          Channel channel = pe.transport().openChannel();
          MemorySegment buffer = local((TEARABLE + shift) * 8);
          for (int round = 1; round <= 30; round++) {
            for (long words = TEARABLE; words > 0; words /= 4) {
              if (pe.rank() == 0) {
                fillWords(buffer, shift, words, round * 0x0101_0101_0101_0101L);
                channel.putNonBlocking(1, area, buffer, shift * 8L, words * 8);
                channel.quiet();
              } else {
                channel.get(1, area, buffer, shift * 8L, words * 8);
                assertWholeWords(buffer, shift, words);
              }
            }
          }
          pe.transport().barrier();
        });
  }

  /** Words of another PE, which changes them meanwhile by itself, as directories are read. */
  @Test
  void shouldNotTearWordsThatTheirPeStores() {
    spmd(
        2,
        pe -> {
          long area = pe.heap().allocate(TEARABLE * 8, 64);
          Channel channel = pe.transport().openChannel();
          MemorySegment buffer = local(TEARABLE * 8);
          for (int round = 1; round <= 30; round++) {
            for (long words = TEARABLE; words > 0; words /= 4) {
              if (pe.rank() == 0) {
                channel.getNonBlocking(1, area, buffer, 0, words * 8);
                channel.quiet();
                assertWholeWords(buffer, 0, words);
              } else {
                fillWords(pe.heap().segment(), area / 8, words, round * 0x0101_0101_0101_0101L);
              }
            }
          }
          pe.transport().barrier();
        });
  }

  private static void fillWords(MemorySegment buffer, long first, long words, long value) {
    for (long i = first; i < first + words; i++) {
      WORD.setOpaque(buffer, i * 8, value);
    }
  }

  private static void assertWholeWords(MemorySegment buffer, long first, long words) {
    for (long i = first; i < first + words; i++) {
      long word = buffer.getAtIndex(JAVA_LONG, i);
      if (word != (word & 0xff) * 0x0101_0101_0101_0101L) {
        throw new AssertionError("word %d is torn: %016x".formatted(i - first, word));
      }
    }
  }

  // Atomics.

  @Test
  void shouldReturnWhatTheWordWas() {
    spmd(
        2,
        pe -> {
          long word = pe.heap().allocate(8, 8);
          Channel channel = pe.transport().openChannel();
          if (pe.rank() == 0) {
            assertThat(channel.fetchAdd(1, word, 5)).isZero();
            assertThat(channel.fetch(1, word)).isEqualTo(5);
            assertThat(channel.compareAndSwap(1, word, 4, 9)).isEqualTo(5);
            assertThat(channel.compareAndSwap(1, word, 5, 0b1100)).isEqualTo(5);
            assertThat(channel.fetchOr(1, word, 0b0011)).isEqualTo(0b1100);
            assertThat(channel.swap(1, word, -1)).isEqualTo(0b1111);
            channel.set(1, word, 40);
            channel.quiet();
            channel.add(1, word, 2);
            channel.quiet();
            assertThat(channel.fetch(1, word)).isEqualTo(42);
          }
          pe.transport().barrier();
          assertThat(channel.fetch(1, word)).isEqualTo(42);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldCountUnderContention(int pes) {
    int each = 500;
    spmd(
        pes,
        pe -> {
          long words = pe.heap().allocate(5 * 8, 8);
          Channel channel = pe.transport().openChannel();
          long bit = 1L << pe.rank();
          for (int i = 0; i < each; i++) {
            channel.fetchAdd(0, words, 1);
            channel.add(0, words + 8, 1);
            increment(channel, words + 16);
            channel.fetchOr(0, words + 24, bit);
            channel.add(0, words + 32, channel.swap(0, words + 32, 0) + 1);
          }
          channel.fetchOr(0, words + 24, bit);
          pe.transport().barrier();
          long total = (long) each * pes;
          assertThat(channel.fetch(0, words)).isEqualTo(total);
          assertThat(channel.fetch(0, words + 8)).isEqualTo(total);
          assertThat(channel.fetch(0, words + 16)).isEqualTo(total);
          assertThat(channel.fetch(0, words + 24)).isEqualTo((1L << pes) - 1);
          assertThat(channel.fetch(0, words + 32)).isEqualTo(total);
        });
  }

  private static void increment(Channel channel, long word) {
    long seen = channel.fetch(0, word);
    long was = channel.compareAndSwap(0, word, seen, seen + 1);
    while (was != seen) {
      seen = was;
      was = channel.compareAndSwap(0, word, seen, seen + 1);
    }
  }

  @Test
  void shouldServeSeveralStrandsOnOneChannel() {
    int strands = 4;
    int each = 300;
    spmd(
        2,
        pe -> {
          long word = pe.heap().allocate(8 + strands * 8, 8);
          Channel channel = pe.transport().openChannel();
          List<Strands.Strand> spawned = new ArrayList<>();
          for (int s = 0; s < strands; s++) {
            long own = word + 8 + s * 8L;
            spawned.add(
                pe.strands()
                    .spawn("adder-" + s, () -> addAndPut(channel, next(pe), word, own, each)));
          }
          spawned.forEach(pe.strands()::join);
          channel.quiet();
          pe.transport().barrier();
          assertThat(ownWord(pe, word)).isEqualTo((long) strands * each);
          for (int s = 0; s < strands; s++) {
            assertThat(ownWord(pe, word + 8 + s * 8L)).isEqualTo(each);
          }
        });
  }

  private static void addAndPut(Channel channel, int target, long counter, long own, int times) {
    for (int i = 1; i <= times; i++) {
      channel.add(target, counter, 1);
      channel.putNonBlocking(target, own, words(i), 0, 8);
      channel.quiet();
    }
  }

  // Order.

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldOrderPutBeforeFlagByFence(int pes) {
    long bytes = 3000;
    spmd(
        pes,
        pe -> {
          long flag = pe.heap().allocate(8, 8);
          long area = pe.heap().allocate(bytes, 8);
          Channel channel = pe.transport().openChannel();
          for (int round = 1; round <= 40; round++) {
            channel.putNonBlocking(next(pe), area, patterned(pe.rank() + round, bytes), 0, bytes);
            channel.fence();
            signal(channel, next(pe), flag, round);
            awaitOwnWord(pe, flag, round);
            assertPattern(pe.heap().segment(), area, previous(pe) + round, 0, bytes);
            pe.transport().barrier();
          }
        });
  }

  /** Every kind of operation that a fence orders. */
  private static void signal(Channel channel, int target, long flag, int round) {
    switch (round % 5) {
      case 0 -> channel.add(target, flag, 1);
      case 1 -> channel.set(target, flag, round);
      case 2 -> channel.put(target, flag, words(round), 0, 8);
      case 3 -> channel.putNonBlocking(target, flag, words(round), 0, 8);
      default -> channel.swap(target, flag, round);
    }
  }

  @Test
  void shouldOrderEveryPairByFence() {
    spmd(
        2,
        pe -> {
          int rounds = 200;
          long area = pe.heap().allocate(rounds * 8L, 8);
          Channel channel = pe.transport().openChannel();
          if (pe.rank() == 0) {
            for (int i = 0; i < rounds; i++) {
              channel.fence();
              signalOnce(channel, area + i * 8L, i);
            }
            channel.quiet();
          } else {
            assertFilledFromTheFront(pe, area, rounds);
          }
          pe.transport().barrier();
        });
  }

  private static void signalOnce(Channel channel, long word, int i) {
    switch (i % 4) {
      case 0 -> channel.add(1, word, 1);
      case 1 -> channel.set(1, word, 1);
      case 2 -> channel.put(1, word, words(1), 0, 8);
      default -> channel.putNonBlocking(1, word, words(1), 0, 8);
    }
  }

  /** Reads from the back: if a word is there, all before it are. */
  private static void assertFilledFromTheFront(ProcessingElement pe, long area, int count) {
    int filled = 0;
    while (filled < count) {
      filled = 0;
      for (int i = count - 1; i >= 0; i--) {
        if (ownWord(pe, area + i * 8L) == 1) {
          filled++;
        } else {
          assertThat(filled).as("words behind word %d which is not there", i).isZero();
        }
      }
      pe.strands().yield();
    }
  }

  @Test
  void shouldCompleteEverythingAtQuiet() {
    spmd(
        3,
        pe -> {
          long area = pe.heap().allocate(64 * 8, 8);
          Channel writer = pe.transport().openChannel();
          Channel reader = pe.transport().openChannel();
          for (int round = 1; round <= 50; round++) {
            long base = area + pe.rank() * 32L;
            writer.put(next(pe), base, words(round), 0, 8);
            writer.putNonBlocking(next(pe), base + 8, words(round), 0, 8);
            writer.set(next(pe), base + 16, round);
            writer.add(next(pe), base + 24, 1);
            writer.quiet();
            MemorySegment back = local(32);
            reader.get(next(pe), base, back, 0, 32);
            for (int i = 0; i < 4; i++) {
              assertThat(back.getAtIndex(JAVA_LONG, i)).as("word %d", i).isEqualTo(round);
            }
          }
          pe.transport().barrier();
        });
  }

  @Test
  void shouldDeliverWhatNobodyQuiets() {
    spmd(
        2,
        pe -> {
          long flags = pe.heap().allocate(32 * 8, 8);
          Channel channel = pe.transport().openChannel();
          for (int i = 0; i < 32; i++) {
            channel.add(next(pe), flags + i * 8L, 1);
          }
          for (int i = 0; i < 32; i++) {
            awaitOwnWord(pe, flags + i * 8L, 1);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldQuietAllChannelsInBarrier(int pes) {
    spmd(
        pes,
        pe -> {
          int channels = 5;
          long area = pe.heap().allocate(channels * 8L, 8);
          List<Channel> open = new ArrayList<>();
          for (int c = 0; c < channels; c++) {
            open.add(pe.transport().openChannel());
          }
          for (int round = 1; round <= 20; round++) {
            for (int c = 0; c < channels; c++) {
              open.get(c).putNonBlocking(next(pe), area + c * 8L, words(round), 0, 8);
            }
            pe.transport().barrier();
            for (int c = 0; c < channels; c++) {
              assertThat(ownWord(pe, area + c * 8L)).isEqualTo(round);
            }
            pe.transport().barrier();
          }
          open.forEach(Channel::close);
        });
  }

  @Test
  void shouldCompleteAtCloseAndRefuseLaterUse() {
    spmd(
        2,
        pe -> {
          long word = pe.heap().allocate(8, 8);
          Channel channel = pe.transport().openChannel();
          channel.putNonBlocking(next(pe), word, words(7), 0, 8);
          channel.close();
          Channel other = pe.transport().openChannel();
          assertThat(other.fetch(next(pe), word)).isEqualTo(7);
          assertThatThrownBy(() -> channel.fetch(0, word))
              .isInstanceOf(IllegalStateException.class);
          pe.transport().barrier();
        });
  }
}
