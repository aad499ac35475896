package org.temoto.task;

import org.temoto.gas.spi.Clock;
import org.temoto.gas.spi.StrandMemory;

/**
 * Releases that a worker's offers to other PEs wait for, as thieves may see a task only when what
 * its forker had committed is complete. Used by the worker's present strand.
 */
final class OfferReleases {
  /** Time for which an offer is put off; then the bytes that it needs are waited for. */
  private static final long PUT_OFF_NANOS = 200_000;

  /** A worker that has shared twice within this time is expected to share again as soon. */
  private static final long SOON_NANOS = 1_000_000;

  private static final long NEVER = Long.MIN_VALUE;

  /** No release is to be waited for. */
  private static final long COMPLETE = 0;

  private final Clock clock;

  /**
   * Moment at which an offer was first put off for bytes that are on their way; or {@link #NEVER}.
   */
  private long putOffSince = NEVER;

  /**
   * Moment at which the program last shared, or {@link #NEVER}; and whether soon after the time
   * before.
   */
  private long sharedAt = NEVER;

  private boolean sharesOften;

  /** The release that the last offer needed; {@link #COMPLETE} if it was not only started. */
  private long release = COMPLETE;

  /** The strand that started it, and the stamp of what that had forked last; or null. */
  private StrandStack coveredStrand;

  private long coveredStamp;

  OfferReleases(Clock clock) {
    this.clock = clock;
  }

  /** Notes that the program shares: whether it is going to do so soon again is told from that. */
  void noteShare() {
    long now = clock.now();
    sharesOften = isSoonAfterShare(now);
    sharedAt = now;
  }

  private boolean isSoonAfterShare(long now) {
    return sharedAt != NEVER && now - sharedAt < SOON_NANOS;
  }

  /**
   * Tells whether what the forkers had committed when they forked {@code youngest}, and all that is
   * older, is complete, so that thieves of other PEs may see the tasks. If not, it is on its way,
   * and the offer is put off to the next fork, join or share where the program shares often: the
   * strand has better to do than to wait. Elsewhere it may not be back for long, and waits; also
   * where offers have been put off for long.
   *
   * @param memory of the strand that runs, which may offer what another one has left
   */
  boolean isReleased(StrandStack strand, StrandMemory memory, Frame youngest) {
    long now = clock.now();
    boolean isBackSoon = sharesOften && isSoonAfterShare(now);
    boolean isCovered = covers(strand, youngest);
    boolean travels = !(isCovered && memory.hasReleased(release)) && memory.isReleaseTravelling();
    if (!isCovered && !travels && isBackSoon) {
      cover(strand, memory.startRelease());
      isCovered = true;
      travels = memory.isReleaseTravelling();
    }
    if (travels && isBackSoon && isPutOff(now)) {
      return false;
    }
    putOffSince = NEVER;
    if (isCovered) {
      // mutant: no-wait-on-offer
      memory.awaitRelease(release);
    } else {
      memory.release();
      cover(strand, COMPLETE);
    }
    return true;
  }

  /**
   * Tells whether {@link #release} has all that the forker of {@code frame} had committed: it did
   * so, and what it had joined did, before it forked; that was before the release was started on
   * the same strand, where stamps grow; and a release takes all that any strand of the PE has
   * registered.
   */
  private boolean covers(StrandStack strand, Frame frame) {
    // mutant: old-release-on-expose, release-of-another
    return strand == coveredStrand && frame.stamp <= coveredStamp;
  }

  private void cover(StrandStack strand, long number) {
    coveredStrand = strand;
    coveredStamp = strand.stamps;
    release = number;
  }

  private boolean isPutOff(long now) {
    putOffSince = putOffSince == NEVER ? now : putOffSince;
    return now - putOffSince < PUT_OFF_NANOS;
  }

  /** There is nothing that an offer could be put off for. */
  void nothingToOffer() {
    putOffSince = NEVER;
  }
}
