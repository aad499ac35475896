package org.temoto.task.pattern.sort;

/**
 * Merge of two sorted runs of 32-bit keys, without unpredictable branches: four merges run side by
 * side, because one alone waits for its own loads. The output is cut into halves (by rank) and each
 * half is merged from both ends.
 */
final class IntMerge {
  /** Below this many keys in a run the steps without checks do not pay. */
  private static final int MIN_STEPS = 4;

  private IntMerge() {}

  /**
   * Merges a[{@code fromA}, {@code toA}) and b[{@code fromB}, {@code toB}) into {@code out} from
   * {@code at} on.
   */
  static void merge(int[] a, int fromA, int toA, int[] b, int fromB, int toB, int[] out, int at) {
    int half = (toA - fromA + toB - fromB) >>> 1;
    int middleA = fromA + rank(a, fromA, toA, b, fromB, toB, half);
    int middleB = fromB + half - (middleA - fromA);
    // Lower half: i, j upwards into k; p, q downwards into e. Upper half: the same with capitals.
    int i = fromA;
    int j = fromB;
    int k = at;
    int p = middleA - 1;
    int q = middleB - 1;
    int e = at + half - 1;
    int upI = middleA;
    int upJ = middleB;
    int upK = at + half;
    int upP = toA - 1;
    int upQ = toB - 1;
    int upE = at + toA - fromA + toB - fromB - 1;
    int steps;
    // So many steps exhaust no run, even if each takes from the same run at both ends.
    while ((steps = Math.min(steps(i, p, j, q), steps(upI, upP, upJ, upQ))) >= MIN_STEPS) {
      for (int step = 0; step < steps; step++) {
        int x = a[i];
        int y = b[j];
        int right = y < x ? 1 : 0;
        out[k++] = Math.min(x, y);
        j += right;
        i += 1 - right;
        int u = a[p];
        int v = b[q];
        int left = v < u ? 1 : 0;
        out[e--] = Math.max(u, v);
        p -= left;
        q -= 1 - left;
        int upX = a[upI];
        int upY = b[upJ];
        int upRight = upY < upX ? 1 : 0;
        out[upK++] = Math.min(upX, upY);
        upJ += upRight;
        upI += 1 - upRight;
        int upU = a[upP];
        int upV = b[upQ];
        int upLeft = upV < upU ? 1 : 0;
        out[upE--] = Math.max(upU, upV);
        upP -= upLeft;
        upQ -= 1 - upLeft;
      }
    }
    finish(a, i, p + 1, b, j, q + 1, out, k);
    finish(a, upI, upP + 1, b, upJ, upQ + 1, out, upK);
  }

  private static int steps(int i, int p, int j, int q) {
    return Math.min(p - i + 1, q - j + 1) >> 1;
  }

  /** Merges a[i, na) and b[j, nb) into out[k, ...), with a check per key. */
  private static void finish(int[] a, int i, int na, int[] b, int j, int nb, int[] out, int k) {
    while (i < na && j < nb) {
      int x = a[i];
      int y = b[j];
      int right = y < x ? 1 : 0;
      out[k++] = Math.min(x, y);
      j += right;
      i += 1 - right;
    }
    System.arraycopy(a, i, out, k, na - i);
    System.arraycopy(b, j, out, k + na - i, nb - j);
  }

  /** Number of the {@code count} smallest keys of both ranges that stand in that of a. */
  private static int rank(int[] a, int fromA, int toA, int[] b, int fromB, int toB, int count) {
    int low = Math.max(0, count - (toB - fromB));
    int high = Math.min(count, toA - fromA);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (a[fromA + middle] <= b[fromB + count - middle - 1]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
