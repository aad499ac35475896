package org.temoto.bench.architecture.broken.gas.engine;

/** Class that only the engine itself may know. */
public final class Engine {}
