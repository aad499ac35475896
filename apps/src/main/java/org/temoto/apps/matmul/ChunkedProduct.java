package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.LocalizeRequest;
import org.temoto.task.TaskContext;

/**
 * C += A * B of blocks that suit the caches, in chunks of the inner dimension: while one is
 * multiplied, the next is on its way. Not more: an owner serves who asks first, and those who begin
 * last would wait for all chunks of the others. Between two of them thieves are attended to.
 */
record ChunkedProduct(StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan) {
  /** Columns of A in a chunk: enough for the kernels, and the first one is here soon. */
  static final long CHUNK = 128;

  /** This part of what it computes, a task waits before for thieves to take what it has forked. */
  static final int SHARED_PART = 16;

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
    context.share(nanos(a.columns()) / SHARED_PART);
    List<StoredMatrix> partsA = new ArrayList<>();
    List<StoredMatrix> partsB = new ArrayList<>();
    cut(partsA, partsB);
    Asked asked = new Asked(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    try {
      ask(context, partsA, partsB, 0, asked);
      context.attend();
      asked.c.add(c.localizeAsync(Access.READ_WRITE));
      ask(context, partsA, partsB, 1, asked);
      multiply(context, partsA, partsB, asked);
    } finally {
      asked.close();
    }
  }

  private long nanos(long depth) {
    return ProductCosts.product(c.rows(), c.columns(), depth, plan.type(), plan.kernel());
  }

  /**
   * The chunks in the order of their use. Blocks beside each other begin with different ones: were
   * it always the first, all PEs would ask its few owners at once.
   */
  private void cut(List<StoredMatrix> partsA, List<StoredMatrix> partsB) {
    long depth = a.columns();
    int chunks = Math.toIntExact(Math.ceilDiv(depth, CHUNK));
    long skew = (c.row() + c.column()) / CHUNK;
    for (int i = 0; i < chunks; i++) {
      long from = (i + skew) % chunks * CHUNK;
      long size = Math.min(CHUNK, depth - from);
      partsA.add(a.block(0, from, a.rows(), size));
      partsB.add(b.block(from, 0, size, b.columns()));
    }
  }

  /**
   * Asks for chunk {@code i}, if there is one. Attends first: each request waits for words, which
   * gives thieves the time for one claim.
   */
  private static void ask(
      TaskContext context,
      List<StoredMatrix> partsA,
      List<StoredMatrix> partsB,
      int i,
      Asked asked) {
    if (i < partsA.size()) {
      context.attend();
      asked.a.add(partsA.get(i).localizeAsync(Access.READ));
      context.attend();
      asked.b.add(partsB.get(i).localizeAsync(Access.READ));
    }
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
        context.charge(nanos(partA.columns()));
        ask(context, partsA, partsB, i + 2, asked);
      }
      viewC.commit();
    }
  }
}
