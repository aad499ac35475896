package org.temoto.gas;

/**
 * A release fence under way: the bytes of all commits that its PE had registered are travelling to
 * their owners while its program goes on. Complete after {@link #await}, or after any later release
 * of the PE (a fence, a barrier, the end of a stolen task): a PE that is to see what was committed
 * acquires after that.
 *
 * <p>Need not be awaited. Thread-safe, for strands of the PE that it came from.
 */
public interface ReleaseRequest {
  /** Returns when the release is complete. */
  void await();
}
