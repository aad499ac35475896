package org.temoto.gas.engine.coherence;

import java.util.List;

/** An open view as its own strand manages it. */
public interface ManagedView extends OpenView {
  /** Release: see {@link OpenView#state()}. */
  void state(State next);

  /** The epoch that its pages are valid for. */
  long validEpoch();

  void validated(long epoch);

  /** Copies that are on their way for it since it was requested. */
  List<Prefetch> prefetches();

  void prefetches(List<Prefetch> travelling);

  /** The number of evictions that had ended when it was frozen. */
  long frozenAt();

  void frozenAt(long evictions);

  /** Closes the view because its task has ended without doing so. */
  void abandon();
}
