package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.engine.transfer.Carrier;
import org.temoto.gas.engine.transfer.Port;

/**
 * Copies of pages of one memory on their way into a buffer while their strand computes, with what
 * was known of the pages when they set out. Nothing of it is in the view memory, and no page is
 * locked, until a {@link FetchBatch} installs them: so strands may have any number of these, await
 * them in any order, and drop them.
 */
public final class Prefetch {
  private static final int NO_PLACE = -1;

  private final PagedMemory memory;
  private final int[] wanted;

  /** Null when it needs none any more. */
  private Carrier carrier;

  private int place = NO_PLACE;
  private long validEpoch;
  private int count;
  private final int[] pages;
  private final long[] words;
  private final int[] completions;
  private final boolean[] fetched;
  private boolean isFetching;
  private boolean hasArrived;
  private int lookedInVain;
  private MemorySegment buffer;

  /**
   * @param wanted the pages that fall short, ascending
   */
  Prefetch(PagedMemory memory, int[] wanted, Carrier carrier) {
    this.memory = memory;
    this.wanted = wanted;
    this.carrier = carrier;
    pages = new int[wanted.length];
    words = new long[wanted.length];
    completions = new int[wanted.length];
    fetched = new boolean[wanted.length];
  }

  int[] wanted() {
    return wanted;
  }

  /** Takes its place in the table of those who use frames, before the words are read. */
  void begin(Port port) {
    place = memory.frames().use().begin(port);
  }

  /** The epoch that was read before the words. */
  void validEpoch(long epoch) {
    validEpoch = epoch;
  }

  /**
   * Adds a page, beyond those before; {@code fetch} is false if the copy that is here has the
   * word's version.
   */
  void add(int page, long word, int completed, boolean fetch) {
    pages[count] = page;
    words[count] = word;
    completions[count] = completed;
    fetched[count] = fetch;
    isFetching |= fetch;
    count++;
  }

  int count() {
    return count;
  }

  long word(int i) {
    return words[i];
  }

  /** The commits to the page that this PE had completed before the word was read. */
  int completions(int i) {
    return completions[i];
  }

  boolean isFetched(int i) {
    return fetched[i];
  }

  /** Whether any page is fetched. */
  boolean isFetching() {
    return isFetching;
  }

  /** The place of {@code page}, or a negative number. */
  int find(int page) {
    return Arrays.binarySearch(pages, 0, count, page);
  }

  /** What the copies are valid for. */
  long validEpoch() {
    return validEpoch;
  }

  Carrier carrier() {
    return carrier;
  }

  long bufferOffset(int i) {
    return (long) i << memory.pageShift();
  }

  MemorySegment buffer() {
    if (buffer == null) {
      buffer = carrier.buffer((long) count << memory.pageShift());
    }
    return buffer;
  }

  /** Whether all copies have arrived, as far as can be told without waiting. */
  boolean hasArrived() {
    if (hasArrived || !carrier.channel().holdsBuffers()) {
      return true;
    }
    lookedInVain++;
    return false;
  }

  /** How often {@link #hasArrived} has been false. */
  int lookedInVain() {
    return lookedInVain;
  }

  /**
   * Waits until all copies have arrived; they are in the buffer while nobody else has the carrier.
   */
  void arrive() {
    if (hasArrived) {
      return;
    }
    if (isFetching) {
      carrier.channel().quiet();
    }
    if (place != NO_PLACE) {
      memory.frames().use().end(place);
    }
    hasArrived = true;
  }

  /** The carrier, which belongs to somebody else from now on; null if that was so before. */
  Carrier dismiss() {
    Carrier old = carrier;
    carrier = null;
    return old;
  }
}
