package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;

/**
 * Search for where two sorted runs are cut so that they can be merged in parts, by views of few
 * keys: runs that are alike give about as many keys each as they are long, so windows there are
 * localized, then longer ones, then as long ones farther and farther away.
 */
final class RankViews {
  /** Keys on either side of where the cut is looked for first. */
  private static final long FIRST_REACH = 256;

  /** Keys on either side at most: the views pin the cache that they take. */
  private static final long MOST_REACH = 4096;

  private static final int WIDENING = 4;

  private RankViews() {}

  /**
   * Number of the {@code count} smallest keys of two sorted runs that stand in the left one.
   *
   * @param most the integer that stands for all keys whose integers are larger
   */
  static long of(long count, Keys left, Keys right, long most) {
    long low = Math.max(0, count - right.length());
    long high = Math.min(count, left.length());
    long middle = (long) ((double) count / (left.length() + right.length()) * left.length());
    long reach = FIRST_REACH;
    long step = MOST_REACH;
    while (low < high) {
      long from = Math.clamp(middle - reach, low, high - 1);
      long to = Math.clamp(middle + reach, from + 1, high);
      long cut = search(count, left, right, most, from, to);
      if ((cut > from || from == low) && (cut < to || to == high)) {
        return cut;
      }
      low = cut == from ? low : to;
      high = cut == from ? from : high;
      if (reach < MOST_REACH) {
        reach *= WIDENING;
        middle = cut;
      } else {
        step = Math.min(step * WIDENING, (high - low) / 2);
        middle = cut == from ? high - step : low + step;
      }
    }
    return low;
  }

  /**
   * The first index from {@code from} to before {@code to} of a key of the left run that does not
   * belong to the smallest; {@code to} if there is none.
   */
  private static long search(long count, Keys left, Keys right, long most, long from, long to) {
    Keys lefts = left.slice(from, to);
    Keys rights = right.slice(count - to, count - from);
    List<Request<LocalView>> requests = Keys.request(List.of(lefts, rights));
    try (LocalView leftView = requests.getFirst().await();
        LocalView rightView = requests.getLast().await()) {
      MemorySegment leftKeys = leftView.segment();
      MemorySegment rightKeys = rightView.segment();
      return from
          + Ranks.of(
              to - from,
              to - from,
              to - from,
              index -> Math.min(KeyKernels.order(left.type(), leftKeys, index), most),
              index -> Math.min(KeyKernels.order(left.type(), rightKeys, index), most));
    } finally {
      requests.forEach(Request::close);
    }
  }
}
