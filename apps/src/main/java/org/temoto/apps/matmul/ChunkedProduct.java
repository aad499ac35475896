package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
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

  void run(TaskContext context) {
    List<StoredMatrix> partsA = new ArrayList<>();
    List<StoredMatrix> partsB = new ArrayList<>();
    cut(partsA, partsB);
    List<LocalizeRequest<LocalView>> asked = new ArrayList<>();
    try {
      int next = 0;
      for (int some = 1; next < partsA.size(); next += some, some = partsA.size() - next) {
        ask(context, partsA.subList(next, next + some), Access.READ, asked);
        ask(context, partsB.subList(next, next + some), Access.READ, asked);
        if (next == 0) { // the first chunk is to be here first
          ask(context, List.of(c), Access.READ_WRITE, asked);
        }
      }
      multiply(context, partsA, partsB, asked);
    } finally {
      asked.forEach(LocalizeRequest::close);
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

  /** In the order of asking: a chunk of A, one of B, C, the rest of A, the rest of B. */
  private void multiply(
      TaskContext context,
      List<StoredMatrix> partsA,
      List<StoredMatrix> partsB,
      List<LocalizeRequest<LocalView>> asked) {
    int chunks = partsA.size();
    try (LocalView viewC = asked.get(2).await()) {
      for (int i = 0; i < chunks; i++) {
        StoredMatrix partA = partsA.get(i);
        StoredMatrix partB = partsB.get(i);
        context.attend();
        try (LocalView viewA = asked.get(i == 0 ? 0 : 2 + i).await();
            LocalView viewB = asked.get(i == 0 ? 1 : 1 + chunks + i).await()) {
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
