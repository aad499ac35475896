package org.temoto.bench.architecture.broken;

/** The root of a project whose classes break one module rule each. */
public final class BrokenProject {}
