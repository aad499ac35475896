package org.temoto.task.collective.engine;

import java.util.Objects;
import org.temoto.gas.InvalidOptionException;
import org.temoto.task.collective.Collectives.Algorithm;

/**
 * Settings of a collective; the same on every PE.
 *
 * @param algorithm how the bytes move
 * @param chunkBytes the largest message; what is larger is sent in chunks, one behind the other. A
 *     small receive area makes it smaller.
 * @param fixedOrder whether {@link Algorithm#AUTO} chooses, for reductions, what gives bit for bit
 *     the result of a loop over the PEs in their order. Without it a result depends on the number
 *     of PEs, the bytes and the algorithm only: never on when something arrives.
 */
record CollectiveSettings(Algorithm algorithm, long chunkBytes, boolean fixedOrder) {
  /** {@link Algorithm#AUTO}, chunks of 64 KiB, any order of combination that is always the same. */
  static final CollectiveSettings DEFAULT = new CollectiveSettings(Algorithm.AUTO, 64 << 10, false);

  private static final long LEAST_CHUNK = 64;
  private static final long LARGEST_CHUNK = 1L << 30;

  CollectiveSettings {
    Objects.requireNonNull(algorithm, "algorithm");
    if (chunkBytes < LEAST_CHUNK || chunkBytes > LARGEST_CHUNK) {
      throw new InvalidOptionException(
          "chunkBytes", chunkBytes, "from " + LEAST_CHUNK + " to " + LARGEST_CHUNK);
    }
  }
}
