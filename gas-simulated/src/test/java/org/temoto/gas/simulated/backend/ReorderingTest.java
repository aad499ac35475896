package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Tests of reordered operations: a program that leaves out a quiet or a fence is seen to be wrong
 * within few attempts, for every kind of mistake.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReorderingTest {
  private static final int ATTEMPTS = 64;
  private static final int WORDS = 16;
  private static final int BYTES = WORDS * Long.BYTES;

  /** An attempt: a channel of its own, another to look at the target, and zeroed words of PE 1. */
  private record Attempt(Channel channel, Channel observer, long area, MemorySegment buffer) {
    long at(int word) {
      return observer.fetch(1, area + word * 8L);
    }

    int arrived() {
      int count = 0;
      for (int i = 0; i < WORDS; i++) {
        count += at(i) == 0 ? 0 : 1;
      }
      return count;
    }
  }

  private interface Mistake {
    boolean shows(Attempt attempt);
  }

  /** Number of seeds, of {@link #ATTEMPTS}, that show the mistake. */
  private static int countShowing(Mistake mistake) {
    AtomicInteger showing = new AtomicInteger();
    Clusters.timeless(
        2,
        1,
        pe -> {
          long area = pe.heap().allocate((long) BYTES * ATTEMPTS, 8);
          if (pe.rank() == 0) {
            for (int i = 0; i < ATTEMPTS; i++) {
              showing.addAndGet(mistake.shows(attempt(pe, area + (long) BYTES * i)) ? 1 : 0);
            }
          }
          pe.transport().barrier();
        });
    return showing.get();
  }

  private static Attempt attempt(ProcessingElement pe, long area) {
    MemorySegment buffer = Arena.ofAuto().allocate(BYTES, 8);
    for (int i = 0; i < WORDS; i++) {
      buffer.setAtIndex(JAVA_LONG, i, i + 1);
    }
    return new Attempt(pe.transport().openChannel(), pe.transport().openChannel(), area, buffer);
  }

  private static void assertSometimes(Mistake mistake) {
    assertThat(countShowing(mistake)).isBetween(ATTEMPTS / 16, ATTEMPTS * 15 / 16);
  }

  @Test
  void shouldDelayBlockingPut() {
    assertSometimes(a -> {
      a.channel.put(1, a.area, a.buffer, 0, 8);
      return a.at(0) == 0;
    });
  }

  @Test
  void shouldDeliverBlockingPutFromItsSourceAtIssue() {
    assertThat(
            countShowing(a -> {
              a.channel.put(1, a.area, a.buffer, 0, BYTES);
              a.buffer.fill((byte) -1);
              a.channel.quiet();
              return a.at(0) != 1 || a.at(WORDS - 1) != WORDS;
            }))
        .isZero();
  }

  @Test
  void shouldDelayNonBlockingPut() {
    assertSometimes(a -> {
      a.channel.putNonBlocking(1, a.area, a.buffer, 0, BYTES);
      return a.arrived() == 0;
    });
  }

  @Test
  void shouldReadSourceOfNonBlockingPutLate() {
    assertSometimes(a -> {
      a.channel.putNonBlocking(1, a.area, a.buffer, 0, 8);
      a.buffer.setAtIndex(JAVA_LONG, 0, 99);
      a.channel.quiet();
      return a.at(0) == 99;
    });
  }

  @Test
  void shouldDeliverPartOfNonBlockingPut() {
    assertSometimes(a -> {
      a.channel.putNonBlocking(1, a.area, a.buffer, 0, BYTES);
      int arrived = a.arrived();
      return arrived > 0 && arrived < WORDS;
    });
  }

  @Test
  void shouldNeverTearAlignedWords() {
    assertThat(countShowing(a -> tearsNonBlocking(a, 0, BYTES))).isZero();
    assertThat(countShowing(a -> tearsBlocking(a, 0, BYTES))).isZero();
  }

  @Test
  void shouldTearWordsOfMisalignedAndOfRaggedTransfers() {
    assertSometimes(a -> tearsNonBlocking(a, 3, BYTES - 8));
    assertSometimes(a -> tearsNonBlocking(a, 0, BYTES - 1));
    assertSometimes(a -> tearsBlocking(a, 3, BYTES - 8));
    assertSometimes(a -> tearsBlocking(a, 0, BYTES - 1));
  }

  private static boolean tearsNonBlocking(Attempt a, int to, int bytes) {
    a.buffer.fill((byte) -1);
    a.channel.putNonBlocking(1, a.area + to, a.buffer, 0, bytes);
    return isTorn(a, to, bytes);
  }

  private static boolean tearsBlocking(Attempt a, int to, int bytes) {
    a.buffer.fill((byte) -1);
    a.channel.put(1, a.area + to, a.buffer, 0, bytes);
    return isTorn(a, to, bytes);
  }

  /**
   * Tells whether a word that is put as a whole, in {@code bytes} from {@code to} on, shows a part.
   */
  private static boolean isTorn(Attempt a, int to, int bytes) {
    boolean torn = false;
    for (int i = (to + 7) / 8; i < (to + bytes) / 8; i++) {
      torn |= a.at(i) != 0 && a.at(i) != -1;
    }
    return torn;
  }

  @Test
  void shouldDeliverPartOfStridedPut() {
    assertSometimes(a -> {
      a.channel.putStridedNonBlocking(1, a.area, 16, a.buffer, 0, 8, 8, WORDS / 2);
      int arrived = a.arrived();
      return arrived > 0 && arrived < WORDS / 2;
    });
  }

  @Test
  void shouldFillNonBlockingGetLate() {
    assertSometimes(a -> {
      a.channel.getNonBlocking(1, a.area, a.buffer, 0, 8);
      return a.buffer.getAtIndex(JAVA_LONG, 0) == 1;
    });
  }

  @Test
  void shouldReadTargetOfNonBlockingGetLate() {
    assertSometimes(a -> {
      a.channel.getNonBlocking(1, a.area, a.buffer, 0, 8);
      a.observer.swap(1, a.area, 77);
      a.channel.quiet();
      return a.buffer.getAtIndex(JAVA_LONG, 0) == 77;
    });
  }

  @Test
  void shouldDelaySetAndAdd() {
    assertSometimes(a -> {
      a.channel.set(1, a.area, 1);
      return a.at(0) == 0;
    });
    assertSometimes(a -> {
      a.channel.add(1, a.area, 1);
      return a.at(0) == 0;
    });
  }

  @Test
  void shouldLetAddOvertakePut() {
    assertSometimes(a -> {
      a.channel.putNonBlocking(1, a.area, a.buffer, 0, 8);
      a.channel.add(1, a.area + 8, 1);
      return a.at(0) == 0 && a.at(1) == 1;
    });
  }

  @Test
  void shouldLetFetchingAtomicOvertakePut() {
    assertSometimes(a -> {
      a.channel.put(1, a.area, a.buffer, 0, 8);
      a.channel.swap(1, a.area + 8, 1);
      return a.at(0) == 0 && a.at(1) == 1;
    });
  }

  @Test
  void shouldLetPutOvertakePut() {
    assertSometimes(a -> {
      a.channel.put(1, a.area, a.buffer, 0, 8);
      a.channel.put(1, a.area + 8, a.buffer, 0, 8);
      return a.at(0) == 0 && a.at(1) == 1;
    });
  }

  @Test
  void shouldOverwriteInAnyOrder() {
    assertSometimes(a -> {
      a.channel.put(1, a.area, a.buffer, 0, 8);
      a.channel.put(1, a.area, a.buffer, 8, 8);
      a.channel.quiet();
      return a.at(0) == 1;
    });
  }

  @Test
  void shouldNotCompleteAtFence() {
    assertSometimes(a -> {
      a.channel.putNonBlocking(1, a.area, a.buffer, 0, 8);
      a.channel.fence();
      return a.at(0) == 0;
    });
  }

  @Test
  void shouldOrderByFencePerTargetOnly() {
    assertSometimes(a -> {
      a.channel.putNonBlocking(1, a.area, a.buffer, 0, 8);
      a.channel.fence();
      a.channel.putNonBlocking(0, a.area, a.buffer, 0, 8);
      return a.at(0) == 0 && a.observer.fetch(0, a.area) == 1;
    });
  }

  /** Words of the target after each of many operations. */
  private static List<Long> trace(long seed) {
    List<Long> trace = new ArrayList<>();
    Clusters.timeless(
        1,
        seed,
        pe -> {
          long area = pe.heap().allocate(BYTES, 8);
          Channel channel = pe.transport().openChannel();
          MemorySegment words = Arena.ofAuto().allocate(BYTES * 8, 8);
          for (int i = 0; i < WORDS * 8; i++) {
            words.setAtIndex(JAVA_LONG, i, i);
            channel.putNonBlocking(
                0, area + i % (WORDS - 1) * 8L, words, i * 8L, i % 3 == 0 ? 16 : 8);
            channel.add(0, area + i % WORDS * 8L, 1000);
            for (int word = 0; word < WORDS; word++) {
              trace.add(pe.heap().segment().get(JAVA_LONG, area + word * 8L));
            }
          }
          channel.quiet();
        });
    return trace;
  }

  @Test
  void shouldRepeatBySeed() {
    assertThat(trace(3)).isEqualTo(trace(3)).isNotEqualTo(trace(4));
  }
}
