package org.temoto.gas.simulated.check;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Log of reads of one memory by one strand that are not in its {@link History} yet: a strand that
 * localizes element by element would spend its time in the history's tree, and reads that have been
 * put off can be sorted and joined before. The first ones go there at once.
 *
 * <p>Whatever is read before a write, in the order of the program, is put off before, too, in the
 * order of time; and the history takes what has been put off before it takes a write. So it finds
 * the races that it would find without.
 */
final class ReadLog {
  /** So many reads of a strand are not put off. */
  static final int AT_ONCE = 1024;

  /**
   * The number of bits of a word that are the index of a read, below the place of its first byte.
   */
  private static final int INDEX_BITS = 13;

  private static final int MOST = 1 << INDEX_BITS;

  private final History history;
  private final History.Conflict race;

  /** The number of further reads that go to the history at once. */
  private int atOnce;

  // Guarded by this.
  private final List<CheckedAccess> accesses = new ArrayList<>();
  private final LongArrayList starts = new LongArrayList();
  private final LongArrayList ends = new LongArrayList();

  /** Places and indices, for sorting. */
  private long[] order = new long[0];

  /**
   * @param race told of what the history finds when it takes the reads
   * @param atOnce how many of the reads are not put off
   */
  ReadLog(History history, History.Conflict race, int atOnce) {
    this.history = history;
    this.race = race;
    this.atOnce = atOnce;
    history.add(this);
  }

  /** {@code access} reads the bytes [{@code start}, {@code end}). For the log's own strand. */
  void read(CheckedAccess access, long start, long end) {
    if (atOnce > 0) {
      atOnce--;
      history.use(access, start, end, race);
    } else if (start < end && putOff(access, start, end)) {
      history.takeReads();
    }
  }

  /** Tells whether the log is full by this. */
  private synchronized boolean putOff(CheckedAccess access, long start, long end) {
    accesses.add(access);
    starts.add(start);
    ends.add(end);
    return accesses.size() == MOST;
  }

  /**
   * Hands what has been put off to the history, which is locked: runs of bytes whose readers
   * nothing to come can tell apart, and of which findings would say the same, as one.
   */
  synchronized void drain() {
    int size = accesses.size();
    order = LongArrays.grow(order, size, 0);
    for (int i = 0; i < size; i++) {
      order[i] = starts.getLong(i) << INDEX_BITS | i;
    }
    Arrays.sort(order, 0, size); // reads from one byte on stay in the order of time
    CheckedAccess joined = null;
    for (int next = 0; next < size; ) {
      int first = next;
      CheckedAccess one = accesses.get(index(first));
      CheckedTask.Lasting lasting = one.isPlainlyOver() ? one.lasting() : null;
      long start = starts.getLong(index(first));
      long end = ends.getLong(index(first));
      boolean ofSeveral = false;
      for (next++; next < size && starts.getLong(index(next)) <= end; next++) {
        CheckedAccess other = accesses.get(index(next));
        if (other != one) {
          if (lasting == null || !isAlike(one, lasting, other)) {
            break;
          }
          ofSeveral |= other.task != one.task;
        }
        end = Math.max(end, ends.getLong(index(next)));
      }
      CheckedAccess reader = one;
      if (ofSeveral) {
        if (joined == null || !joined.standsFor(one, lasting)) {
          joined = one.asOfEnded(lasting);
        }
        reader = joined;
      }
      check(first, next, start, end);
      history.read(reader, start, end);
    }
    accesses.clear();
    starts.clear();
    ends.clear();
  }

  private int index(int place) {
    return (int) order[place] & MOST - 1;
  }

  private boolean isAlike(CheckedAccess one, CheckedTask.Lasting lasting, CheckedAccess other) {
    if (!other.isPlainlyOver() || !other.looksLike(one)) {
      return false;
    }
    if (other.task == one.task && other.step == one.step) {
      return true;
    }
    boolean told = other.task == one.task || one.task.hasBeenJoined() && other.task.hasBeenJoined();
    return history.joinsTasks() && told && other.lasting().equals(lasting);
  }

  /** Looks at the writers of a run of bytes, which the reads in order from {@code first} are in. */
  private void check(int first, int next, long start, long end) {
    History.Writers writers = history.writers(start, end);
    if (writers == History.Writers.NONE) {
      return;
    }
    CheckedAccess checked = null;
    for (int i = first; i < next; i++) {
      CheckedAccess access = accesses.get(index(i));
      if (access != checked && !writers.areBefore(access)) {
        history.check(access, starts.getLong(index(i)), ends.getLong(index(i)), race);
      } else {
        checked = access;
      }
    }
  }
}
