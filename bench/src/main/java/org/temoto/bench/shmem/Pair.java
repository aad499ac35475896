package org.temoto.bench.shmem;

/**
 * An operation of Temoto and what a C program can do instead, measured in turns.
 *
 * @param probe Temoto's
 * @param limit the C program's
 * @param count operations per round
 * @param bytes that one operation moves, where it is judged by bandwidth; else 0
 */
record Pair(String name, String probe, String limit, long count, long bytes, Aim aim) {
  /** Takes the times of both, after so much for nothing as is in {@code warmUp} rounds. */
  Comparison measure(OshrunJob temoto, OshrunJob c, int warmUp, int rounds) {
    double[] own = new double[rounds];
    double[] limits = new double[rounds];
    temoto.ask(probe, count * warmUp);
    c.ask(limit, count);
    for (int round = 0; round < rounds; round++) {
      boolean limitFirst = round % 2 == 0; // in turns too, so that neither profits from the other
      double before = limitFirst ? c.ask(limit, count)[0] : 0;
      double time = temoto.ask(probe, count)[0];
      double after = limitFirst ? before : c.ask(limit, count)[0];
      own[round] = time;
      limits[round] = after;
    }
    Spread ratio =
        bytes == 0 ? Spread.ofRatios(own, limits) : Spread.ofRatios(limits, own); // rates: inverse
    return new Comparison(this, Spread.of(own), Spread.of(limits), ratio);
  }
}
