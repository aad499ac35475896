package org.temoto.gas.spi;

import org.temoto.gas.GasException;

/** Process of the job, a PE in OpenSHMEM's word, as its own engine and task runtime see it. */
public interface ProcessingElement {
  /** This PE's number, from 0. */
  int rank();

  /** The number of PEs of the job. */
  int count();

  /** The name of the host that this PE runs on; simulated PEs all have the same one. */
  String host();

  SymmetricHeap heap();

  Transport transport();

  Strands strands();

  Clock clock();

  /**
   * Tells whether the clocks of all PEs of the job are one. If not, they have begun at different
   * moments, and may run at slightly different speeds.
   */
  default boolean hasCommonClock() {
    return false;
  }

  /** Null where it would take this PE's time, so that it is better done beforehand. */
  default Prefaulter prefaulter() {
    return null;
  }

  /** The collective calls of this PE's program, which {@link Transport#barrier} compares. */
  ProgramCalls calls();

  /**
   * Tells what {@code pe} is at. By any thread; asks the PE where it is another process, and waits
   * for its answer, for a second at most: {@link Whereabouts#UNKNOWN} then.
   */
  Whereabouts whereabouts(int pe);

  /**
   * Tells whether the copies of all PEs are the global memory itself, as a simulation can have it.
   */
  default boolean isIdentity() {
    return false;
  }

  /** Tells whether {@link #newWatch} gives something. */
  default boolean isChecked() {
    return false;
  }

  /** A checker of a new strand of this PE; null where nothing is checked. */
  default StrandWatch newWatch() {
    return null;
  }

  /**
   * Ends the job everywhere because of {@code cause}: waits through {@link Strands} and {@link
   * Transport} fail from now on with {@link JobAbortedException}. Only the first call has an
   * effect.
   */
  void abort(Throwable cause);

  /**
   * As {@link #abort}, because PEs have come to different calls: a failure of a program that was on
   * its way, as a resource was closed, takes the place of {@code found}.
   */
  void disagree(GasException found);

  /**
   * Has {@code cleanup} run when all strands of this PE have ended, whatever ended them, last
   * registered first: for memory that strands use by plain loads and stores.
   */
  void atEnd(Runnable cleanup);

  /** Forgets {@code cleanup}, which was to run {@link #atEnd} and has been run before. */
  void doneBeforeEnd(Runnable cleanup);

  /**
   * Throws {@link JobAbortedException} if the job has been aborted; for loops that wait by polling.
   */
  void checkAlive();
}
