package org.temoto.apps.lu;

import java.util.LinkedHashMap;
import java.util.Map;
import org.temoto.apps.OwnedParts;
import org.temoto.apps.matmul.TileKernels;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.suite.Application;
import org.temoto.apps.suite.Outcome;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.LocalView;
import org.temoto.task.TaskRuntime;

/**
 * Application of LU factorization: a generated n x n matrix in global memory, verified by its
 * residual, which is the answer.
 *
 * @param n from 1 to {@link #MAX}
 * @param side of a tile, which is a page and what one task works on: a power of two from 32 to 1024
 * @param migrating whether a tile moves to the PE that writes it
 */
public record LuProblem(int n, int side, boolean migrating, long seed)
    implements Application<Double> {
  /** The largest matrix. */
  public static final int MAX = 1 << 17;

  private static final int MIN_SIDE = 32;
  private static final int MAX_SIDE = 1024;

  public LuProblem {
    if (n < 1 || n > MAX) {
      throw new InvalidOptionException("n", n, "from 1 to " + MAX);
    }
    if (side < MIN_SIDE || side > MAX_SIDE || Integer.bitCount(side) != 1) {
      throw new InvalidOptionException(
          "cutoff", side, "a power of two from " + MIN_SIDE + " to " + MAX_SIDE);
    }
    TileKernels.requireVectors();
  }

  @Override
  public String name() {
    return "lu";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("n", n);
    parameters.put("cutoff", side);
    parameters.put("migrate", migrating);
    return parameters;
  }

  private int tiles() {
    return Math.ceilDiv(n, side);
  }

  @Override
  public long dataBytes() {
    return TiledMatrix.bytes(tiles(), side, migrating);
  }

  @Override
  public Outcome<Double> run(GlobalAddressSpace space, TaskRuntime runtime) {
    DominantMatrix input = new DominantMatrix(n, seed);
    TiledMatrix matrix = TiledMatrix.allocate(space, "A", tiles(), side, migrating);
    try (GlobalMemory _ = matrix.memory()) {
      fill(matrix, input);
      space.barrier();
      Factor root = new Factor(matrix, new Block(0, tiles(), 0, tiles()));
      Measurement<Void> done = Measurement.of(space, runtime, () -> runtime.run(root));
      double residual = space.pe() == 0 ? new Residual(matrix, input).value() : 0;
      double answer = Double.longBitsToDouble(space.broadcast(Double.doubleToLongBits(residual)));
      return new Outcome<>(done.withResult(answer), answer < Residual.LIMIT);
    }
  }

  /** Each PE writes the tiles that it owns; a barrier has to follow. */
  static void fill(TiledMatrix matrix, DominantMatrix input) {
    OwnedParts.forEach(
        matrix.memory(),
        matrix.memory().byteSize(),
        matrix.tileBytes(),
        (offset, bytes) -> {
          for (long at = offset; at < offset + bytes; at += matrix.tileBytes()) {
            int tile = (int) (at / matrix.tileBytes());
            int row = tile / matrix.tiles();
            int column = tile % matrix.tiles();
            try (LocalView view = matrix.localize(row, column, Access.WRITE)) {
              input.fill(view.segment(), row, column, matrix.side());
              view.commit();
            }
          }
        });
  }

  @Override
  public double sequentialSeconds() {
    PlainFactor plain = new PlainFactor(new DominantMatrix(n, seed), tiles(), side);
    long start = System.nanoTime();
    plain.run();
    return (System.nanoTime() - start) / 1e9;
  }
}
