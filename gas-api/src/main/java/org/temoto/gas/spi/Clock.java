package org.temoto.gas.spi;

/** The time that this PE lives in: the wall clock's or a simulation's. */
public interface Clock {
  /** Nanoseconds since some fixed moment; only differences have a meaning. */
  long now();
}
