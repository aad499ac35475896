package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.engine.transfer.AsyncChannel;

/**
 * Commits whose bytes are on their way by a carrier, and whose versions are still to be bumped.
 * Changed by the strand whose turn to release it is.
 */
final class StartedRelease {
  private final AsyncChannel carrier;
  private final int place;
  private final List<PendingCommit> batch = new ArrayList<>();
  private final List<PendingCommit> put = new ArrayList<>();

  /**
   * @param place in the table of strands that use frames
   */
  StartedRelease(AsyncChannel carrier, int place) {
    this.carrier = carrier;
    this.place = place;
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

  /** All commits that the release took. */
  List<PendingCommit> batch() {
    return batch;
  }

  /** Those of them whose bytes travel. */
  List<PendingCommit> put() {
    return put;
  }

  AsyncChannel carrier() {
    return carrier;
  }

  int place() {
    return place;
  }
}
