/**
 * The OpenSHMEM backend: one PE per process. {@link org.temoto.gas.shmem.Shmem} is the library,
 * with contexts by thread level; a {@link org.temoto.gas.shmem.Launch} is a run of a program by all
 * PEs. {@code .bindings} declares what of the library is called; a test compares it with the
 * installed {@code shmem.h}.
 */
package org.temoto.gas.shmem;
