package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.engine.transfer.Carrier;

/**
 * Copies of pages of one memory on their way into a buffer while their strand computes, with what
 * was known of the pages when they set out. Nothing of it is in the view memory, and no page is
 * locked, until a {@link FetchBatch} installs them: so strands may have any number of these, await
 * them in any order, and drop them.
 */
public final class Prefetch {
  private final PagedMemory memory;
  private final Carrier carrier;
  private final int place;
  private final long validEpoch;
  private int count;
  private int[] pages;
  private long[] words;
  private int[] completions;
  private boolean[] fetched;
  private MemorySegment buffer;

  /**
   * @param place in the table of those who use frames, taken before the words were read
   * @param validEpoch read before the words, too
   * @param most pages
   */
  Prefetch(PagedMemory memory, Carrier carrier, int place, long validEpoch, int most) {
    this.memory = memory;
    this.carrier = carrier;
    this.place = place;
    this.validEpoch = validEpoch;
    pages = new int[most];
    words = new long[most];
    completions = new int[most];
    fetched = new boolean[most];
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
    return !carrier.channel().holdsBuffers();
  }

  /**
   * Waits until all copies have arrived; they are in the buffer while nobody else has the carrier.
   */
  void arrive() {
    carrier.channel().quiet();
    memory.frames().use().end(place);
  }
}
