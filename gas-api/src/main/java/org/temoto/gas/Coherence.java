package org.temoto.gas;

/** Who says that written bytes are to be published. */
public enum Coherence {
  /** The program, by {@link LocalView#commit} (Ikegami and Taura). */
  EXPLICIT,

  /**
   * The end of writing (Endo and Taura, 2017): closing a write view, forking under it, and a fence
   * or barrier publish all of its bytes, as a commit of the whole view would. They leave this PE
   * with its next release, as commits do; tasks that nobody steals cost no communication. A {@link
   * Access#WRITE} view must have been stored whole by then, and a {@link Access#READ_WRITE} view
   * should be no wider than what is written, for all of it is sent. {@link LocalView#commit} does
   * no harm.
   */
  AUTOMATIC
}
