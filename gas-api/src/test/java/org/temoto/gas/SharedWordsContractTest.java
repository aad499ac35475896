package org.temoto.gas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.array.GlobalBest;
import org.temoto.gas.array.GlobalCounter;

/** Tests of words that all PEs change, and of what is made of them; without tasks. */
@Timeout(100)
public abstract class SharedWordsContractTest extends SpaceTest {
  private static final int ROUNDS = 300;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldLoseNoAddition(int pes) {
    spmd(
        pes,
        space -> {
          GlobalCounter counter = GlobalCounter.allocate(space, "counter");
          boolean[] seen = new boolean[pes * ROUNDS];
          for (int i = 0; i < ROUNDS; i++) {
            seen[Math.toIntExact(counter.getAndAdd(1))] = true;
          }
          long[] mine = new long[seen.length];
          Arrays.setAll(mine, i -> seen[i] ? 1 : 0);
          assertThat(space.sum(mine)).as("each number was handed out once").containsOnly(1);
          assertThat(counter.get()).isEqualTo((long) pes * ROUNDS);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldCountAccessesToWordsOfOtherPes(int pes) {
    spmd(
        pes,
        space -> {
          SharedWords words = space.allocate(MemoryOptions.words("words", 2)).words();
          GlobalAddressSpace.Statistics before = space.statistics();
          words.fetchAdd(0, 1);
          words.compareAndSwap(0, -1, 1);
          words.read(1);
          words.getAcquire(1);
          words.setRelease(0, 1);
          words.read(0, new long[2]);
          words.write(1, new long[1]);
          GlobalAddressSpace.Statistics since = space.statistics().since(before);
          assertThat(since.remoteWords()).isEqualTo(words.home(0) == space.pe() ? 0 : 7);
          assertThat(since.remoteWordNanos() > 0).isEqualTo(words.home(0) != space.pe());
          space.barrier(); // others may still access what is here
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldKeepTheExtremes(int pes) {
    spmd(
        pes,
        space -> {
          GlobalMemory extremes = space.allocate(MemoryOptions.words("extremes", 2));
          GlobalCounter lowest = new GlobalCounter(extremes, 0);
          GlobalCounter highest = new GlobalCounter(extremes, 1);
          GlobalBest best = GlobalBest.highest(space, "best", Long.MIN_VALUE);
          GlobalBest least = GlobalBest.lowest(space, "least", 5);
          SplittableRandom random = new SplittableRandom(SEED + space.pe());
          long low = Long.MAX_VALUE;
          long high = Long.MIN_VALUE;
          for (int i = 0; i < ROUNDS; i++) {
            long value = random.nextLong();
            low = Math.min(low, value);
            high = Math.max(high, value);
            lowest.min(value);
            highest.max(value);
            best.offer(value);
            least.offer(value);
            assertThat(best.get()).as("never forgets").isGreaterThanOrEqualTo(high);
          }
          space.barrier();
          long[] all = new long[2];
          extremes.words().read(0, all);
          // of so many values some are below 0, where counters begin, and below 5, and some above
          assertThat(all[0]).isEqualTo(extreme(space, low, true));
          assertThat(all[1]).isEqualTo(extreme(space, high, false));
          assertThat(best.get()).isEqualTo(all[1]);
          assertThat(least.get()).isEqualTo(all[0]);
        });
  }

  /** Lowest or highest of what every PE has. */
  private static long extreme(GlobalAddressSpace space, long own, boolean lowest) {
    long[] row = new long[space.pes()];
    row[space.pe()] = own;
    long[] all = space.sum(row);
    Arrays.sort(all);
    return lowest ? all[0] : all[all.length - 1];
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldLetOnePeWinEachExchange(int pes) {
    spmd(
        pes,
        space -> {
          GlobalCounter counter = GlobalCounter.allocate(space, "turns");
          long won = 0;
          for (long turn = 0; turn < ROUNDS; turn++) {
            space.barrier();
            won += counter.compareAndSet(turn, turn + 1) ? 1 : 0;
          }
          assertThat(space.sum(won)).containsExactly(ROUNDS);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldReadManyTogetherAcrossPagesAndPes(int pes) {
    int count = 3 * PAGE / Long.BYTES + 7;
    spmd(
        pes,
        space -> {
          GlobalMemory all = space.allocate(MemoryOptions.words("row", count));
          for (int i = space.pe(); i < count; i += pes) {
            new GlobalCounter(all, i).getAndAdd(i * 3L);
          }
          space.barrier();
          int from = PAGE / Long.BYTES - 5;
          long[] values = new long[count - from];
          all.words().read(from, values);
          for (int i = 0; i < values.length; i++) {
            assertThat(values[i]).isEqualTo((from + i) * 3L);
          }
          assertThat(new GlobalCounter(all, count - 1).get()).isEqualTo((count - 1) * 3L);
          assertThat(all.words().home(0)).isZero();
          assertThat(all.words().home(count - 1))
              .isEqualTo(Distribution.block().manager(3, 4, pes));
        });
  }

  @Test
  void shouldRefuseFirstValuesOfWhichPesSayDifferentThings() {
    spmd(
        2,
        space -> {
          assertThatThrownBy(() -> GlobalBest.lowest(space, "bound", 10 + space.pe()))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage(
                  "initial of \"bound\" must be the same on every PE: it is 10 on PE 0, and %s"
                      .formatted(space.pe() == 0 ? "another on others" : "11 on PE 1"));
          GlobalBest.lowest(space, "bound", 10);
        });
  }

  @Test
  void shouldTellWhetherAValueIsBetter() {
    spmd(
        1,
        space -> {
          GlobalBest best = GlobalBest.lowest(space, "cost", 10);
          assertThat(best.offer(10)).isFalse();
          assertThat(best.offer(7)).isTrue();
          assertThat(best.offer(8)).isFalse();
          assertThat(best.get()).isEqualTo(7);
          GlobalCounter counter = GlobalCounter.allocate(space, "c");
          assertThat(counter.max(0)).isFalse();
          assertThat(counter.max(3)).isTrue();
          assertThat(counter.min(4)).isFalse();
          assertThat(counter.min(-4)).isTrue();
          assertThat(counter.get()).isEqualTo(-4);
        });
  }

  @Test
  void shouldRefuseMisuse() {
    spmd(
        1,
        space -> {
          GlobalMemory words = space.allocate(MemoryOptions.words("words", 4));
          GlobalMemory bytes = space.allocate("bytes", 32);
          assertThatThrownBy(() -> words.localize(0, 8, Access.READ))
              .isInstanceOf(GasException.class)
              .hasMessageContaining("\"words\" has shared words, which are never copied or moved");
          assertThatThrownBy(() -> words.migrate(0, 8, 0)).isInstanceOf(GasException.class);
          assertThatThrownBy(bytes::words)
              .isInstanceOf(GasException.class)
              .hasMessageContaining("\"bytes\" has no shared words: allocate it by");
          assertThatThrownBy(() -> words.words().read(4))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessageContaining("word 4 is outside memory \"words\" of 4 words");
          assertThatThrownBy(() -> words.words().read(3, new long[2]))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> new GlobalCounter(words, 4))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessageContaining("counter 4 is outside memory \"words\" of 4 words");
          words.close();
          assertThatThrownBy(() -> words.words().read(0))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("has been closed");
        });
  }
}
