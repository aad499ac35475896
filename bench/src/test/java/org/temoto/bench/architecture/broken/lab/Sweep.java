package org.temoto.bench.architecture.broken.lab;

/** A class of the laboratory. */
public final class Sweep {}
