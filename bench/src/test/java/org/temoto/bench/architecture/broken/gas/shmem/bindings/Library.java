package org.temoto.bench.architecture.broken.gas.shmem.bindings;

/** What only the OpenSHMEM backend may call. */
public final class Library {}
