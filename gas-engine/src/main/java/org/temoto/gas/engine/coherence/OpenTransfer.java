package org.temoto.gas.engine.coherence;

/**
 * A read or write that a task has started and is to end itself: it counts as open, as a view does.
 * Used by one strand.
 */
public interface OpenTransfer {
  /** Of which bytes. */
  PagedMemory memory();

  /** The task has ended without ending this. */
  void abandon();
}
