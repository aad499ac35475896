package org.temoto.gas.spi;

/**
 * A read or write that a task has started and is to end itself, or a lock that it has: it counts as
 * open, as a view does. Used by one strand.
 */
public interface OpenTransfer {
  /** It is open from now on. */
  default void opened() {}

  /** It is open no more. */
  default void closed() {}

  /** The task has ended, or failed, without ending this. */
  void abandon();
}
