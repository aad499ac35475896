package org.temoto.gas;

/** Policy that says whether the program or the end of writing publishes written bytes. */
public enum Coherence {
  /** The program, by {@link LocalView#commit} (Ikegami and Taura). */
  EXPLICIT,

  /**
   * The end of writing (Endo and Taura, 2017): closing a write view, forking under it, and a fence
   * or barrier publish all of its bytes, as a commit of the whole view would. They leave this PE
   * with its next release, as commits do; tasks that are not stolen cost no communication. A {@link
   * Access#WRITE} view must have been stored whole by then, and a {@link Access#READ_WRITE} view
   * should be no wider than what is written, for all of it is sent. {@link LocalView#commit} does
   * no harm.
   */
  AUTOMATIC
}
