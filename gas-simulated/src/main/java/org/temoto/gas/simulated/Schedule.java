package org.temoto.gas.simulated;

/** Rule by which one strand of a simulated job goes on after another. */
public enum Schedule {
  /** The machine: strands are threads, on the wall clock. */
  THREADS,

  /**
   * The seed: one strand of all PEs runs at a time, and at each operation of the transport and each
   * wait the seed picks the strand that goes on, and what the network delivers. Time is that of the
   * schedule. The same program with the same options takes the same course, as long as it asks
   * neither the machine's clock nor its random numbers, and waits for other strands only through
   * Temoto. Deep recursion is limited by the JVM's {@code -Xss}.
   */
  SEEDED,

  /**
   * Virtual time: one strand of all PEs runs at a time, always the one whose time is behind all
   * others'. Computing takes what {@link Costs} say, operations what the network model says; so a
   * few cores show what thousands of workers would do. Deep recursion is limited by the JVM's
   * {@code -Xss}.
   */
  VIRTUAL
}
