package org.temoto.bench.architecture.broken.gas.simulated;

/** What only benchmarks and tests may name. */
public final class Simulator {}
