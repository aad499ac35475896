package org.temoto.gas.engine.coherence;

import org.temoto.gas.engine.memory.ByteSet;

/**
 * Bytes of one page that have been committed and are not yet where everybody can see them.
 * Registered by a commit, which moves nothing; taken by the next release, which puts them. Until it
 * is taken, later commits to the page join it. All fields are guarded by the page's monitor; those
 * of a taken one are read by the release that took it.
 */
final class PendingCommit {
  final PagedMemory memory;
  final int page;
  final ByteSet bytes = new ByteSet();

  /** The commit of the same page that was taken before this one was registered, or null. */
  PendingCommit older;

  /** Whether a release is putting it, so that nothing can join it any more. */
  boolean taken;

  /** The directory word by which the bytes were put. */
  long word;

  PendingCommit(PagedMemory memory, int page, PendingCommit older) {
    this.memory = memory;
    this.page = page;
    this.older = older;
  }
}
