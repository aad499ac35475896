package org.temoto.task.collective.engine;

import org.temoto.gas.GasException;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.ProgramCalls;
import org.temoto.gas.spi.ProgramLines;
import org.temoto.gas.spi.Whereabouts;

/**
 * Check whether a collective waits for a PE that can never issue it, as that waits in turn for the
 * PE that awaits the collective, or has left. How long it takes does not matter: only where both
 * are.
 */
final class LeftOut {
  /** Time without anything coming before another PE is asked. */
  static final long LOOK_NANOS = 1_000_000_000;

  private LeftOut() {}

  /**
   * The calling strand awaits the collective before which its PE has issued {@code number}: asks
   * one of the other PEs, the next at each look.
   */
  static void look(ProcessingElement element, long number, long looks) {
    int others = element.count() - 1;
    if (others == 0) {
      return;
    }
    int pe = (int) ((element.rank() + 1 + looks % others) % element.count());
    Whereabouts there = element.whereabouts(pe);
    Whereabouts here = element.calls().whereabouts();
    if (there.collectives() <= number && waitsForEver(here, there)) {
      ProgramCall awaits = ProgramCall.AWAIT;
      Whereabouts awaiting =
          new Whereabouts(
              awaits, ProgramLines.ofCaller(), here.barriers(), here.collectives(), here.tasks());
      GasException failure = ProgramCalls.disagreement(element.rank(), awaiting, pe, there);
      element.disagree(failure);
      throw failure;
    }
  }

  /**
   * Tells whether the program of the PE that is {@code there}, and has not issued the collective,
   * goes on only after this PE, which awaits it: it has come to a barrier to which this one's
   * program has not; or both are in one run, which ends after the task that awaits.
   */
  private static boolean waitsForEver(Whereabouts here, Whereabouts there) {
    return there.barriers() > here.barriers()
        || there.call() == ProgramCall.RUN
            && here.call() == ProgramCall.RUN
            && there.barriers() == here.barriers();
  }
}
