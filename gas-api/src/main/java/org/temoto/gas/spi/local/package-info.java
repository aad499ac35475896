/**
 * What backends share whose PEs are threads of this JVM: strands, the job that they belong to, how
 * they wait, and the allocation of a symmetric heap.
 */
package org.temoto.gas.spi.local;
