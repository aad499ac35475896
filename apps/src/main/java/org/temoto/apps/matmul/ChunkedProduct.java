package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.LocalizeRequest;
import org.temoto.gas.Region;
import org.temoto.task.TaskContext;

/**
 * C += A * B of blocks that suit the caches, in chunks of the inner dimension: while one is
 * multiplied, the next are on their way. Between two of them thieves are attended to.
 */
record ChunkedProduct(StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan) {
  /** Columns of A in a chunk: the kernels gain nothing from deeper ones. */
  static final long CHUNK = 256;

  /**
   * Chunks that are asked for with one wait: of more, the last of A would keep out the next of B.
   */
  private static final int TOGETHER = 3;

  /** What has been asked for, in the order of its use. */
  private record Asked(
      List<LocalizeRequest<LocalView>> a,
      List<LocalizeRequest<LocalView>> b,
      List<LocalizeRequest<LocalView>> c) {
    void close() {
      Stream.of(a, b, c).flatMap(List::stream).forEach(LocalizeRequest::close);
    }
  }

  void run(TaskContext context) {
    List<StoredMatrix> partsA = new ArrayList<>();
    List<StoredMatrix> partsB = new ArrayList<>();
    cut(partsA, partsB);
    Asked asked = new Asked(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    try {
      int to = 1; // the first chunk is to be here first
      for (int from = 0; from < partsA.size(); from = to, to = from + TOGETHER) {
        to = Math.min(to, partsA.size());
        ask(context, partsA.subList(from, to), Access.READ, asked.a);
        ask(context, partsB.subList(from, to), Access.READ, asked.b);
        if (from == 0) {
          ask(context, List.of(c), Access.READ_WRITE, asked.c);
        }
      }
      multiply(context, partsA, partsB, asked);
    } finally {
      asked.close();
    }
  }

  /**
   * The chunks in the order of their use. Blocks beside each other begin with different ones: were
   * it always the first, all PEs would ask its few owners at once.
   */
  private void cut(List<StoredMatrix> partsA, List<StoredMatrix> partsB) {
    long depth = a.columns();
    int chunks = Math.toIntExact(Math.ceilDiv(depth, CHUNK));
    long skew = c.row() / plan.height() + c.column() / plan.width();
    for (int i = 0; i < chunks; i++) {
      long from = (i + skew) % chunks * CHUNK;
      long size = Math.min(CHUNK, depth - from);
      partsA.add(a.block(0, from, a.rows(), size));
      partsB.add(b.block(from, 0, size, b.columns()));
    }
  }

  /** Attends first: each request waits for words, which gives thieves the time for one claim. */
  private static void ask(
      TaskContext context,
      List<StoredMatrix> parts,
      Access access,
      List<LocalizeRequest<LocalView>> asked) {
    context.attend();
    List<Region> regions = parts.stream().map(StoredMatrix::region).toList();
    asked.addAll(parts.getFirst().memory().localizeAsync(regions, access));
  }

  private void multiply(
      TaskContext context, List<StoredMatrix> partsA, List<StoredMatrix> partsB, Asked asked) {
    try (LocalView viewC = asked.c.getFirst().await()) {
      for (int i = 0; i < partsA.size(); i++) {
        StoredMatrix partA = partsA.get(i);
        StoredMatrix partB = partsB.get(i);
        context.attend();
        try (LocalView viewA = asked.a.get(i).await();
            LocalView viewB = asked.b.get(i).await()) {
          TileKernels.multiplyAdd(
              plan.type(),
              plan.kernel(),
              Tile.of(partA, viewA),
              Tile.of(partB, viewB),
              Tile.of(c, viewC));
        }
        context.charge(
            ProductCosts.product(
                c.rows(), c.columns(), partA.columns(), plan.type(), plan.kernel()));
      }
      viewC.commit();
    }
  }
}
