package org.temoto.apps;

/** Kind of arrays that the tasks of an application work on. */
public enum ArrayKind {
  /** Global memory, which they localize and commit. */
  GLOBAL,

  /**
   * Plain memory that all workers of the one PE share: the tasks of a runtime for shared memory,
   * which a global address space is to be compared with.
   */
  SHARED;

  /** Refuses {@link #SHARED} arrays for a job of several PEs, whose memories are not shared. */
  public static void requireOnePe(int pes) {
    if (pes != 1) {
      throw new BadInputException(
          "--arrays shared is for one PE, whose workers share its memory: this job has "
              + pes
              + ", choose --pes 1");
    }
  }
}
