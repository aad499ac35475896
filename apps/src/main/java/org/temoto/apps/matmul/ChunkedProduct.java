package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.LocalizeRequest;
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
      for (int i = 0; i < partsA.size(); i++) { // what finds no carrier is to be what is used last
        ask(context, partsA.get(i), Access.READ, asked);
        ask(context, partsB.get(i), Access.READ, asked);
        if (i == 0) {
          ask(context, c, Access.READ_WRITE, asked);
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
      StoredMatrix part,
      Access access,
      List<LocalizeRequest<LocalView>> asked) {
    context.attend();
    asked.add(part.memory().localizeAsync(part.region(), access));
  }

  /** In the order of asking: a chunk of A, one of B, C, a chunk of A, one of B, and so on. */
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
        try (LocalView viewA = asked.get(i == 0 ? 0 : 2 * i + 1).await();
            LocalView viewB = asked.get(i == 0 ? 1 : 2 * i + 2).await()) {
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
