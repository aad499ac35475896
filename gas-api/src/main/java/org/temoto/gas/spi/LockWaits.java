package org.temoto.gas.spi;

/**
 * Table of the strands of a space that wait for locks and semaphores, {@linkplain
 * RuntimeSupport#attachment attached} to it, for those that tell why a run does not go on.
 */
public interface LockWaits {
  /**
   * Text with the number of waits, some of the locks waited for, and places in the program; "" if
   * there are none. By any bound strand; reads from all PEs, and asks some.
   */
  String describe();
}
