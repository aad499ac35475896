/**
 * The OpenSHMEM backend. In this version it recognizes its launchers and refuses to launch: the
 * transport is not there yet. The bindings in {@code .bindings} are generated; {@code
 * src/main/jextract/README.md} says how.
 */
package org.temoto.gas.shmem;
