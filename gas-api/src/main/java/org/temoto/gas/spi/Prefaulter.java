package org.temoto.gas.spi;

/**
 * Function that puts memory into physical memory right before it is used, without taking any of its
 * PE's time.
 */
@FunctionalInterface
public interface Prefaulter {
  /** Called by a strand of the PE; address and length are multiples of the system's page. */
  void prefault(long address, long bytes);
}
