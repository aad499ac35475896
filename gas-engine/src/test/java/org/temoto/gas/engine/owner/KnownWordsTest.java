package org.temoto.gas.engine.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.Distribution;

/** Tests of {@link KnownWords} for the pages of PE 1, of which the second is looked at. */
class KnownWordsTest {
  private static final int PAGES = 8;
  private static final int RANK = 1;
  private static final int PAGE = PAGES + RANK;
  private static final int READS = 1_000_000;

  private KnownWords known;

  @BeforeEach
  void create() {
    known = new KnownWords(new PageMap(Distribution.block(), 2 * PAGES, 2), 2);
  }

  private void note(long version, long epoch, int before) {
    long[] words = new long[KnownWords.GROUP];
    for (int rank = 0; rank < PAGES; rank++) {
      words[rank] = DirectoryWord.of(version, 1, rank);
    }
    known.note(known.group(PAGE), MemorySegment.ofArray(words), 0, epoch, before);
  }

  private long read(long enough) {
    long[] words = new long[1];
    known.read(PAGE, enough, words, new long[1], 0);
    return words[0];
  }

  @Test
  void shouldKnowAWordForTheEpochThatItWasReadFor() {
    assertThat(read(0)).isEqualTo(KnownWords.UNKNOWN);
    note(3, 7, known.renewals(known.group(PAGE)));
    assertThat(read(7)).isEqualTo(DirectoryWord.of(3, 1, RANK));
    assertThat(read(8)).isEqualTo(KnownWords.UNKNOWN);
    assertThat(known.last(PAGE)).isEqualTo(DirectoryWord.of(3, 1, RANK));
  }

  @Test
  void shouldNotTakeOlderEpochsForNewer() {
    note(4, 8, known.renewals(known.group(PAGE)));
    note(3, 7, known.renewals(known.group(PAGE)));
    assertThat(read(8)).isEqualTo(DirectoryWord.of(4, 1, RANK));
  }

  @Test
  void shouldNotKeepAWordThatWasOnItsWayWhenItWasRenewed() {
    note(3, 7, known.renewals(known.group(PAGE)));
    int before = known.renewals(known.group(PAGE));
    known.renew(PAGE, DirectoryWord.of(4, 0, 9));
    note(3, 7, before);
    assertThat(read(7)).isEqualTo(DirectoryWord.of(4, 0, 9));
  }

  @Test
  void shouldReadAgainAfterRenewalsInTheWrongOrder() {
    note(3, 7, known.renewals(known.group(PAGE)));
    known.renew(PAGE, DirectoryWord.of(5, 0, 9));
    known.renew(PAGE, DirectoryWord.of(4, 1, RANK));
    assertThat(read(7)).isEqualTo(KnownWords.UNKNOWN);
    note(5, 7, known.renewals(known.group(PAGE)));
    assertThat(read(7)).isEqualTo(DirectoryWord.of(5, 1, RANK));
  }

  @Test
  void shouldSeeWhereAPageIsThatWasRenewedBeforeAnyWordWasRead() {
    known.renew(PAGE, DirectoryWord.of(1, 0, 9));
    assertThat(known.last(PAGE)).isEqualTo(DirectoryWord.of(1, 0, 9));
    assertThat(known.last(PAGE + 1)).isEqualTo(KnownWords.UNKNOWN);
    assertThat(read(0)).isEqualTo(KnownWords.UNKNOWN);
  }

  @Test
  void shouldReachFurtherWhereTheGroupBeforeIsKnownForTheEpoch() {
    int groups = 6;
    known = new KnownWords(new PageMap(Distribution.block(), 2 * groups * KnownWords.GROUP, 2), 2);
    MemorySegment words = MemorySegment.ofArray(new long[KnownWords.GROUP]);
    assertThat(known.reach(groups, 7)).as("nothing is known").isEqualTo(1);
    known.note(groups, words, 0, 7, 0);
    assertThat(known.reach(groups + 1, 7)).isEqualTo(4);
    assertThat(known.reach(groups + 1, 8)).as("of a later epoch").isEqualTo(1);
    known.note(groups + 3, words, 0, 7, 0);
    assertThat(known.reach(groups + 1, 7)).as("up to what is known").isEqualTo(2);
    assertThat(known.reach(groups + 4, 7)).as("up to the last group").isEqualTo(2);
    known.note(groups - 2, words, 0, 8, 0);
    assertThat(known.reach(groups - 1, 8)).as("of one PE only").isEqualTo(1);
  }

  /** A word must have all commits from before the epoch that it is read for. */
  @Test
  @Timeout(60)
  void shouldReadWordsForTheirEpochWhileLaterOnesAreNoted() throws Exception {
    AtomicLong begun = new AtomicLong();
    during(
        () -> {
          long epoch = begun.incrementAndGet();
          note(epoch, epoch, known.renewals(known.group(PAGE)));
        },
        () -> {
          long epoch = begun.get();
          long word = read(epoch);
          if (word != KnownWords.UNKNOWN) {
            assertThat(DirectoryWord.version(word)).isGreaterThanOrEqualTo(epoch);
          }
          return word != KnownWords.UNKNOWN;
        });
  }

  /** A word must have the commits that this PE has completed, though one was got before. */
  @Test
  @Timeout(60)
  void shouldReadRenewedWordsWhileOlderOnesAreOnTheirWay() throws Exception {
    AtomicLong version = new AtomicLong();
    AtomicLong completed = new AtomicLong();
    during(
        () -> {
          long own = version.incrementAndGet();
          known.renew(PAGE, DirectoryWord.of(own, 1, RANK));
          completed.set(own);
        },
        () -> {
          int before = known.renewals(known.group(PAGE));
          note(version.get(), 1, before);
          long own = completed.get();
          long word = read(1);
          if (word != KnownWords.UNKNOWN) {
            assertThat(DirectoryWord.version(word)).isGreaterThanOrEqualTo(own);
          }
          return word != KnownWords.UNKNOWN;
        });
  }

  @Test
  @Timeout(60)
  void shouldLetStrandsGoOnAfterANoteThatFailed() {
    int group = known.group(PAGE);
    int before = known.renewals(group);
    MemorySegment tooShort = MemorySegment.ofArray(new long[1]);
    assertThatThrownBy(() -> known.note(group, tooShort, 0, 7, before))
        .isInstanceOf(IndexOutOfBoundsException.class);
    known.renew(PAGE, DirectoryWord.of(4, 1, RANK));
    assertThat(known.last(PAGE)).isEqualTo(DirectoryWord.of(4, 1, RANK));
  }

  @Test
  @Timeout(60)
  void shouldCountRenewalsByTwoStrands() throws Exception {
    AtomicInteger others = new AtomicInteger();
    AtomicInteger own = new AtomicInteger();
    int before = known.renewals(known.group(PAGE));
    during(
        () -> {
          known.renew(PAGE + 1, DirectoryWord.of(1, 1, RANK + 1));
          others.incrementAndGet();
        },
        () -> {
          known.renew(PAGE, DirectoryWord.of(1, 1, RANK));
          return own.incrementAndGet() > 0;
        });
    int after = known.renewals(known.group(PAGE));
    assertThat(after - before).isEqualTo(2 * (own.get() + others.get()));
  }

  /** Does {@code read} often while another thread does {@code change}; some words must be known. */
  private static void during(Runnable change, BooleanSupplier read) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> changes =
          threads.submit(() -> {
            while (!stop.get()) {
              change.run();
            }
          });
      try {
        boolean found = false;
        for (int i = 0; i < READS || !found && !changes.isDone(); i++) {
          found |= read.getAsBoolean();
        }
      } finally {
        stop.set(true);
      }
      changes.get();
    }
  }
}
