package org.temoto.gas.engine.coherence;

import java.util.List;
import org.temoto.gas.engine.transfer.Carrier;

/**
 * Commits whose bytes are on their way by a carrier, and whose versions are still to be bumped.
 *
 * @param batch all commits that the release took
 * @param put those of them whose bytes travel
 * @param place in the table of those who use frames
 */
record StartedRelease(
    List<PendingCommit> batch, List<PendingCommit> put, Carrier carrier, int place) {}
