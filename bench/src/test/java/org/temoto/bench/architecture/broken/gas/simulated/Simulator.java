package org.temoto.bench.architecture.broken.gas.simulated;

/** Class that only benchmarks and tests may name. */
public final class Simulator {}
