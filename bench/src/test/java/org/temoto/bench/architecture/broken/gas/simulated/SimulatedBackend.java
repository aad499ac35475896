package org.temoto.bench.architecture.broken.gas.simulated;

/** A backend, which is found by the service loader. */
public final class SimulatedBackend {}
