package org.temoto.gas.spi;

/** Clock that this PE lives by: the wall clock's time or a simulation's. */
public interface Clock {
  /** Nanoseconds since some fixed moment; only differences have a meaning. */
  long now();
}
