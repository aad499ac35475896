package org.temoto.gas.engine.cache;

/**
 * Query of which pages strands of the PE need at present: answered by looking at the open views of
 * all of them.
 */
public interface Pins {
  /**
   * Tells whether a view pins the page, or a commit to it is not complete. Called with the page
   * locked.
   */
  boolean isPinned(CachedMemory memory, int page);

  boolean isViewed(CachedMemory memory, int page);

  /**
   * Completes the commits of this PE, whose pages cannot be evicted before, and lets other strands
   * go on with what they are evicting.
   */
  void makeWay();

  /** Bytes of the copies that views pin, each page counted once. */
  long pinnedBytes();

  /** Describes what is pinned, for the message of a localize that does not fit. */
  String describe();
}
