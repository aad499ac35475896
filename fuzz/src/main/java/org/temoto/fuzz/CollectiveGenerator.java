package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.temoto.task.collective.Collectives.Algorithm;
import org.temoto.task.collective.engine.CollectiveOperation;

/**
 * Generator of the collectives of a phase, of bytes that no other part of the program uses
 * meanwhile.
 */
final class CollectiveGenerator {
  private static final int[] BYTES = {0, 1, 7, 64, 200, 200, 200, 1_000};
  private static final int LEAST_CHUNK = 64;

  private final Random random;
  private final Program empty;
  private final int pes;
  private final boolean places;

  /**
   * @param places whether there is room in the cache for views that are held over a run
   */
  CollectiveGenerator(Random random, Program empty, int pes, boolean places) {
    this.random = random;
    this.empty = empty;
    this.pes = pes;
    this.places = places;
  }

  /**
   * Up to three.
   *
   * @param taken units that others use; those of the collectives are added
   */
  List<Collective> draw(BitSet taken) {
    List<Collective> all = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      all.add(collective(taken));
    }
    return all;
  }

  private Collective collective(BitSet taken) {
    CollectiveOperation[] operations = CollectiveOperation.values();
    CollectiveOperation operation = operations[random.nextInt(operations.length)];
    List<Algorithm> algorithms = operation.algorithms();
    int algorithm = random.nextInt(algorithms.size() + 1);
    boolean automatic = algorithm == algorithms.size();
    Collective.When[] whens = Collective.When.values();
    Collective plain =
        new Collective(
            operation,
            automatic ? Algorithm.AUTO : algorithms.get(algorithm),
            random.nextInt(pes),
            0,
            LEAST_CHUNK << random.nextInt(4),
            combining(!automatic && algorithms.get(algorithm) == Algorithm.RING),
            1 + random.nextInt(1_000),
            whens[random.nextInt(whens.length)],
            List.of());
    int bytes = BYTES[random.nextInt(BYTES.length)];
    Collective sized = plain.withBytes(plain.reduces() ? Math.max(8, bytes & -8) : bytes);
    return places && random.nextBoolean() ? sized.with(places(sized, taken)) : sized;
  }

  private Combining combining(boolean commutes) {
    Combining[] all = Combining.values();
    Combining drawn = all[random.nextInt(all.length)];
    boolean own = drawn == Combining.COMPOSED || drawn == Combining.FAILING;
    return commutes && own ? Combining.XOR : drawn;
  }

  private List<Collective.Place> places(Collective of, BitSet taken) {
    List<Collective.Place> all = new ArrayList<>();
    for (int pe = 0; pe < pes; pe++) {
      Pieces from = run(of.given(pe, pes), taken);
      boolean inPlace = of.reduces() && random.nextInt(3) == 0;
      Pieces to = inPlace ? from : run(of.filled(pe, pes), taken);
      all.add(new Collective.Place(from, to));
    }
    return all;
  }

  /**
   * Units in a row of one memory that have not been taken, with so many bytes; none if it fails.
   */
  private Pieces run(int bytes, BitSet taken) {
    if (bytes == 0) {
      return Pieces.NONE;
    }
    Layout layout = new Layout(empty, List.of());
    int lo = random.nextInt(empty.units());
    int end = empty.firstUnit(empty.memoryOf(lo) + 1);
    int next = taken.nextSetBit(lo);
    int most = next < 0 ? end : Math.min(end, next);
    for (int hi = lo + 1; hi <= most; hi++) {
      Pieces at = new Pieces(lo, hi);
      if (layout.bytes(at) >= bytes) {
        taken.set(lo, hi);
        return at;
      }
    }
    return Pieces.NONE;
  }
}
