package org.temoto.bench.architecture.broken.task;

/** Class that the address space may not know. */
public final class Task {}
