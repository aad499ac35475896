package org.temoto.bench.architecture.broken.task;

/** What the address space may not know. */
public final class Task {}
