package org.temoto.gas.shmem;

/**
 * Counts of the PEs, this one included, that share a host or cores with this one.
 *
 * @param onHost its machine's memory
 * @param onCores a core that it may use: several on a host where the launcher gives each process
 *     all of them
 */
record Neighbours(int onHost, int onCores) {}
