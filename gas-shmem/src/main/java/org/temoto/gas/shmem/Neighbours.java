package org.temoto.gas.shmem;

/**
 * How many PEs share what this one has, with this one.
 *
 * @param onHost its machine's memory
 * @param onCores a core that it may use: several on a host where the launcher gives each process
 *     all of them
 */
record Neighbours(int onHost, int onCores) {}
