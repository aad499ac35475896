package org.temoto.bench.architecture.broken.gas.simulated;

/** Type of the simulator whose simple name another type has, too. */
public final class Fabric {}
