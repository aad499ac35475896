package org.temoto.gas.engine.view;

import org.temoto.gas.Request;

/** A handle of a release that has been started; for all strands of its PE. */
final class ReleaseHandle implements Request<Void> {
  /** Looks in vain after which the release is waited for. */
  private static final int MOST_LOOKS = 64;

  private final int rank;
  private final long number;

  /** The checker's object for the release; null without a checker. */
  private final Object watched;

  /** Not atomic: strands that look at the same time lose a look, and no more. */
  private int lookedInVain;

  /**
   * @param number of the release on PE {@code rank}
   */
  ReleaseHandle(int rank, long number, Object watched) {
    this.rank = rank;
    this.number = number;
    this.watched = watched;
  }

  /**
   * Completes the release where its bytes have arrived: until their versions are bumped no other PE
   * sees them, and none bumps them but a strand of this PE that comes by.
   */
  @Override
  public boolean isDone() {
    Strand caller = caller("looked at");
    if (caller.hasReleased(number)) {
      caller.complete(watched);
      return true;
    }
    if (caller.isReleaseTravelling() && lookedInVain < MOST_LOOKS) {
      lookedInVain++;
      caller.port().pause();
      return false;
    }
    complete(caller);
    return true;
  }

  @Override
  public Void await() {
    Strand caller = caller("awaited");
    complete(caller);
    return null;
  }

  private void complete(Strand caller) {
    // mutant: no-wait-on-await
    caller.awaitRelease(number);
    caller.complete(watched);
  }

  /** Waits: others may have been told of what it makes visible. */
  @Override
  public void close() {
    await();
  }

  private Strand caller(String what) {
    Strand caller = Strand.current();
    if (caller.port().rank() != rank) {
      throw new IllegalStateException(
          "a release of PE " + rank + " is " + what + " on PE " + caller.port().rank());
    }
    return caller;
  }
}
