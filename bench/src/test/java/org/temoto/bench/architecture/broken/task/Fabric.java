package org.temoto.bench.architecture.broken.task;

/** Type of the task runtime whose simple name another type has, too. */
public final class Fabric {}
