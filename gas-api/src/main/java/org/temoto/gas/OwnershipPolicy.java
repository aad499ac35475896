package org.temoto.gas;

/**
 * Policy that says when a page moves to another owner, the PE that holds its bytes and sends them
 * to others. Pages move into spare frames of their new owner, of which a PE has for each memory a
 * quarter of its own share, unless {@link MemoryOptions#withSpareFrames} or {@link
 * EngineOptions#spareFrames} say otherwise. A page that would move but finds no free frame stays
 * where it is, is committed as under {@link #FIXED}, and is counted as refused.
 */
public enum OwnershipPolicy {
  /**
   * A commit sends its bytes to the owner. There are no spare frames; a memory that is allocated
   * with some has its pages moved by {@link GlobalMemory#migrate}.
   */
  FIXED,

  /**
   * The PE that commits to a page first becomes its owner for good, where the page's own PE has not
   * written to it: one compare-and-swap if it commits all of the page. Good where tasks fill memory
   * that the same PEs use afterwards. A PE has as many spare frames as pages of its own share at
   * least.
   */
  FIRST_TOUCH,

  /**
   * A PE that commits a whole page becomes its owner instead of sending the bytes: one
   * compare-and-swap. Good where what one PE writes it reads or writes again, or others read once.
   */
  LAST_WRITER,

  /**
   * A PE that commits to a page, all of it or a part, for the third time with no commit of another
   * PE between becomes its owner. Good where a page has one writer for long, and for pages at the
   * border of two, which stay.
   */
  ADAPTIVE,

  /**
   * As {@link #FIXED}, and PEs that read a page at about the same time hand it on to each other: it
   * is fetched whole, and mostly not from its owner. Good where many PEs read what one PE holds. A
   * PE keeps up to 1 MiB of copies for others, or 4 pages if that is more, of each memory. A fetch
   * takes a few operations more, and requests are served at their await.
   */
  FORWARDED
}
