package org.temoto.bench.shmem;

/**
 * Measurement between the PEs of a job. A probe answers with the median of many short measurements,
 * so that what interrupts some of them does not count.
 */
interface Probe {
  /**
   * Measures {@code count} operations. Collective.
   *
   * @return on PE 0 nanoseconds per operation, and what else the probe has to tell; elsewhere
   *     nothing that counts
   */
  double[] measure(long count);
}
