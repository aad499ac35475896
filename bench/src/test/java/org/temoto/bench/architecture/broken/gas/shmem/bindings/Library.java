package org.temoto.bench.architecture.broken.gas.shmem.bindings;

/** Class that only the OpenSHMEM backend may call. */
public final class Library {}
