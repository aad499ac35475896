package org.temoto.bench.architecture.broken.bench;

import org.temoto.bench.architecture.broken.gas.shmem.bindings.Library;

/** Benchmarks may name a backend, not its bindings. */
public final class CallsTheLibrary {
  Library library;
}
