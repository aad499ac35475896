package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.engine.transfer.AsyncChannel;

/**
 * Commits whose bytes are on their way by a carrier, and whose versions are still to be bumped.
 * Changed by the strand whose turn to release it is.
 *
 * @param place in the table of strands that use frames
 * @param batch all commits that the release took
 * @param put those of them whose bytes travel
 */
record StartedRelease(
    AsyncChannel carrier, int place, List<PendingCommit> batch, List<PendingCommit> put) {
  StartedRelease(AsyncChannel carrier, int place) {
    this(carrier, place, new ArrayList<>(), new ArrayList<>());
  }

  /** Adds {@code commits} that the release took, of which {@code travelling} are on their way. */
  void add(List<PendingCommit> commits, List<PendingCommit> travelling) {
    batch.addAll(commits);
    put.addAll(travelling);
  }

  /** The commit of the same page whose bytes are on their way, or null. */
  PendingCommit ofPage(PendingCommit other) {
    for (PendingCommit commit : put) {
      if (commit.page == other.page && commit.memory == other.memory) {
        return commit;
      }
    }
    return null;
  }
}
