package org.temoto.bench.architecture.broken.gas.engine;

/** What only the engine itself may know. */
public final class Engine {}
