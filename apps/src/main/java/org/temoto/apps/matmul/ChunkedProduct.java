package org.temoto.apps.matmul;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.task.TaskContext;
import org.temoto.task.pattern.sort.ElementType;

/**
 * C += A * B of blocks that suit the caches, in chunks of the inner dimension: while one is
 * multiplied, the next one is on its way. Between two of them thieves are attended to.
 *
 * @param fresh whether C = A * B instead, which does not fetch C
 */
record ChunkedProduct(
    StoredMatrix a, StoredMatrix b, StoredMatrix c, MultiplyPlan plan, boolean fresh) {
  /** Columns of A in a chunk, at least: enough for the kernels, and the first one is here soon. */
  private static final long LEAST_CHUNK = 64;

  private static final long MOST_CHUNK = 128;

  /** This part of what it computes, a task waits before for thieves to take what it has forked. */
  static final int SHARED_PART = 16;

  /**
   * Chunks that are asked for when one has come. Not more: an owner serves requests in their order,
   * and tasks that begin last would wait for all chunks of the others.
   */
  private static final int AHEAD = 1;

  /** Fewer rows of A come all together. */
  private static final long LEAST_HALVED = 128;

  /**
   * Factors at hand: a block of B, and blocks of A one below the other, for one is multiplied while
   * the next one still comes.
   */
  private record Chunk(StoredMatrix b, List<StoredMatrix> a) {}

  /** Factors that have been asked for. */
  private record Asked(Arrival b, List<Arrival> a) {
    void close() {
      b.close();
      a.forEach(Arrival::close);
    }
  }

  /** Columns of A in a chunk where pages have so many bytes: those of a page, in tiles. */
  static long chunk(ElementType type, int pageSize) {
    return Math.max(LEAST_CHUNK, MatrixLayout.TILES.width(MOST_CHUNK, type, pageSize));
  }

  void run(TaskContext context) {
    context.share(nanos(c.rows(), a.columns()) / SHARED_PART);
    List<Chunk> chunks = chunks();
    List<Asked> asked = new ArrayList<>();
    try {
      asked.add(ask(context, chunks.getFirst()));
      try (LocalView view = c.localize(fresh ? Access.WRITE : Access.READ_WRITE)) {
        multiply(context, chunks, asked, Tile.of(c, view));
        view.commit();
      }
    } finally {
      asked.forEach(Asked::close);
    }
  }

  private long nanos(long rows, long depth) {
    return ProductCosts.product(rows, c.columns(), depth, plan.type(), plan.kernel());
  }

  /**
   * The chunks in the order of their use. Each block of C begins with another one, as in Cannon's
   * product (1969): were it always the first, all PEs would ask its few owners at once.
   */
  private List<Chunk> chunks() {
    long depth = a.columns();
    long chunk = chunk(plan.type(), a.memory().pageSize());
    long count = Math.ceilDiv(depth, chunk);
    long skew = (c.row() + c.column()) / chunk;
    List<Chunk> chunks = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      long from = (i + skew) % count * chunk;
      long size = Math.min(chunk, depth - from);
      chunks.add(new Chunk(b.block(from, 0, size, b.columns()), rowsOfA(from, size, blocks())));
    }
    return chunks;
  }

  /** Number of blocks in which the rows of A come. */
  private int blocks() {
    return a.rows() < LEAST_HALVED ? 1 : 2;
  }

  /**
   * Rows of A in {@code most} blocks at most, about equal: while one is multiplied, the next one
   * comes.
   */
  private List<StoredMatrix> rowsOfA(long column, long columns, int most) {
    long rows = a.rows();
    long blocks = Math.clamp(rows / MultiplyPlan.VECTORS, 1, most);
    List<StoredMatrix> parts = new ArrayList<>();
    long from = 0;
    for (long block = 1; block <= blocks; block++) {
      long to = block == blocks ? rows : rows * block / blocks & -MultiplyPlan.VECTORS;
      parts.add(a.block(from, column, to - from, columns));
      from = to;
    }
    return parts;
  }

  /**
   * Attends before each request: it waits for words, which gives thieves the time for one claim.
   */
  private Asked ask(TaskContext context, Chunk chunk) {
    context.attend();
    Asked asked = new Asked(new Arrival(chunk.b), new ArrayList<>());
    try {
      for (StoredMatrix part : chunk.a) {
        context.attend();
        asked.a.add(new Arrival(part));
      }
      return asked;
    } catch (RuntimeException | Error e) { // the task is cancelled
      asked.close();
      throw e;
    }
  }

  private void multiply(TaskContext context, List<Chunk> chunks, List<Asked> asked, Tile tile) {
    if (fresh) {
      tile.clear();
    }
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      context.attend();
      try (Arrival b = asked.get(i).b) {
        Tile tileB = b.await();
        while (asked.size() < Math.min(chunks.size(), i + 1 + AHEAD)) {
          asked.add(ask(context, chunks.get(asked.size())));
        }
        int row = 0;
        for (int part = 0; part < chunk.a.size(); part++) {
          StoredMatrix partA = chunk.a.get(part);
          try (Arrival a = asked.get(i).a.get(part)) {
            TileKernels.multiplyAdd(
                plan.type(), plan.kernel(), a.await(), tileB, tile.rows(row, (int) partA.rows()));
          }
          context.charge(nanos(partA.rows(), partA.columns()));
          row += (int) partA.rows();
        }
      }
    }
  }
}
