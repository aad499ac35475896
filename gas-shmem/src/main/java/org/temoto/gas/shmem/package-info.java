/**
 * The OpenSHMEM backend: one PE per process. {@link org.temoto.gas.shmem.Shmem} is the library,
 * with contexts by thread level; a {@link org.temoto.gas.shmem.Launch} is a run of a program by all
 * PEs. The bindings in {@code .bindings} are generated; {@code src/main/jextract/README.md} says
 * how.
 */
package org.temoto.gas.shmem;
