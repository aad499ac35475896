import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

/**
 * The score of the best local alignment of two sequences, without their matrix: tasks have blocks
 * of it, of which only the last row and the last column are kept, for the blocks below and to the
 * right. Argument: the length of the sequences, a power of two.
 *
 * @param rows element {@code b * (n + 1) + j}: row {@code b * BLOCK}, column j of the matrix
 * @param columns element {@code b * (n + 1) + i}: row i, column {@code b * BLOCK}
 * @param row the first block's, of {@code blocks} in either direction
 */
record SmithWaterman(
    GlobalRange left,
    GlobalRange top,
    GlobalInts rows,
    GlobalInts columns,
    int row,
    int column,
    int blocks)
    implements LongTask {
  static final int BLOCK = 128;
  private static final int MATCH = 2;
  private static final int OTHER = -1;
  private static final int GAP = -2;

  /** The best score that ends in these blocks. */
  @Override
  public long compute(TaskContext context) {
    if (blocks == 1) {
      context.charge(3L * BLOCK * BLOCK); // for simulations with --cost model
      return fill();
    }
    int half = blocks / 2;
    long first = part(0, 0, half).compute(context);
    Forked.OfLong lower = context.fork(part(half, 0, half)); // needs the first, as the next does
    long right = part(0, half, half).compute(context);
    long both = Math.max(right, lower.join());
    return Math.max(Math.max(first, both), part(half, half, half).compute(context));
  }

  private SmithWaterman part(int below, int behind, int size) {
    return new SmithWaterman(left, top, rows, columns, row + below, column + behind, size);
  }

  /** One block: reads what the blocks above and to the left have kept, and keeps its own. */
  private long fill() {
    long width = left.length() + 1;
    long up = row * width + column * BLOCK; // where the row above begins
    long before = column * width + row * BLOCK + 1; // the column, below the corner
    try (LocalView a = left.slice(row * BLOCK, BLOCK).localize(Access.READ);
        LocalView b = top.slice(column * BLOCK, BLOCK).localize(Access.READ);
        IntView above = rows.localize(up, up + BLOCK + 1, Access.READ);
        IntView beside = columns.localize(before, before + BLOCK, Access.READ);
        IntView lowest = rows.localize(up + width + 1, up + width + BLOCK + 1, Access.WRITE);
        IntView last = columns.localize(before + width, before + width + BLOCK, Access.WRITE)) {
      int[] scores = above.segment().toArray(JAVA_INT);
      int best = 0;
      for (int k = 0; k < BLOCK; k++) {
        byte letter = a.segment().get(JAVA_BYTE, k);
        best = Math.max(best, next(scores, beside.get(k), letter, b.segment()));
        last.set(k, scores[BLOCK]);
      }
      MemorySegment.copy(scores, 1, lowest.segment(), JAVA_INT, 0, BLOCK);
      lowest.commit();
      last.commit();
      return best;
    }
  }

  /** Makes the next row of one row, given its first score; returns its greatest. */
  private static int next(int[] scores, int first, byte letter, MemorySegment letters) {
    int diagonal = scores[0];
    int best = 0;
    scores[0] = first;
    for (int j = 1; j < scores.length; j++) {
      int match = diagonal + (letter == letters.get(JAVA_BYTE, j - 1) ? MATCH : OTHER);
      diagonal = scores[j];
      scores[j] = Math.max(0, Math.max(match, Math.max(scores[j], scores[j - 1]) + GAP));
      best = Math.max(best, scores[j]);
    }
    return best;
  }

  /** The score of two sequences of one length, a power of two of blocks. Collective. */
  static long score(GlobalAddressSpace space, TaskRuntime runtime, byte[] a, byte[] b) {
    int blocks = a.length / BLOCK;
    GlobalRange left = space.allocate("left", a.length).whole();
    GlobalRange top = space.allocate("top", b.length).whole();
    GlobalInts rows = GlobalInts.allocate(space, "rows", (blocks + 1L) * (a.length + 1));
    GlobalInts columns = GlobalInts.allocate(space, "columns", rows.length());
    if (space.pe() == 0) {
      store(a, left);
      store(b, top);
    }
    SmithWaterman all = new SmithWaterman(left, top, rows, columns, 0, 0, blocks);
    return space.report().measure(() -> runtime.run(all));
  }

  private static void store(byte[] letters, GlobalRange range) {
    try (LocalView view = range.localize(Access.WRITE)) {
      view.segment().copyFrom(MemorySegment.ofArray(letters));
      view.commit();
    }
  }

  /** The same by plain Java. */
  static long plain(byte[] a, byte[] b) {
    int[] scores = new int[b.length + 1];
    int best = 0;
    for (byte letter : a) {
      best = Math.max(best, next(scores, 0, letter, MemorySegment.ofArray(b)));
    }
    return best;
  }

  static byte[] sequence(long seed, int length) {
    StringBuilder letters = new StringBuilder();
    new Random(seed).ints(length, 0, 4).forEach(number -> letters.append("ACGT".charAt(number)));
    return letters.toString().getBytes(StandardCharsets.US_ASCII);
  }

  public static void main(String[] arguments) {
    int length = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4096;
    if (length < BLOCK || Integer.bitCount(length) != 1) {
      throw new RefusedException("length " + length + " must be 128, 256, 512 and so on");
    }
    byte[] a = sequence(1, length);
    byte[] b = sequence(2, length);
    Temoto.launch(
        GasOptions.DEFAULT,
        space -> {
          try (TaskRuntime runtime = TaskRuntime.start(space)) {
            long score = score(space, runtime, a, b);
            space.report().put("score", score);
            if (space.pe() == 0) {
              space.report().verify(score == plain(a, b));
            }
          }
        });
  }
}
