package org.temoto.bench.architecture.broken.apps;

import org.temoto.bench.architecture.broken.bench.CallsTheLibrary;

/** Applications may not know benchmarks. */
public final class KnowsABenchmark {
  CallsTheLibrary benchmark;
}
