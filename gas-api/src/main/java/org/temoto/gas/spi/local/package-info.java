/**
 * Common parts of backends whose PEs have threads of this JVM: strands, the job that they belong
 * to, how they wait, and the allocation of a symmetric heap.
 */
package org.temoto.gas.spi.local;
