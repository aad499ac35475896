/**
 * The narrow waist that a backend implements: one-sided communication on a symmetric heap, strands
 * and a clock, and the hooks by which a task runtime takes part in coherence. Engine and task
 * runtime see nothing of a backend but this package, so what the simulator simulates is the code
 * that runs on a cluster.
 */
package org.temoto.gas.spi;
