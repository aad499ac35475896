package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.memory.PageBlocks;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.transfer.AsyncChannel;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * Copies of blocks of pages of one memory on their way into a buffer while their strand computes,
 * with what was known of the pages when they set out. Nothing of it is in the view memory, and no
 * page is locked, until a {@link FetchBatch} installs them: so strands may have any number of
 * these, await them in any order, and drop them.
 */
public final class Prefetch {
  private final PagedMemory memory;
  private final int[] wanted;
  private final long[] wantedBlocks;
  private final Extent extent;

  /** Null when it needs none any more. */
  private AsyncChannel carrier;

  private int ticket = Frames.NO_TICKET;
  private long validEpoch;
  private int count;
  private final int[] pages;
  private final long[] words;
  private final int[] completions;
  private final long[] fetched;

  /** Places of each page's fetched blocks in the buffer, one after the other. */
  private final long[] bufferOffsets;

  private long bufferBytes;
  private boolean isFetching;
  private boolean hasArrived;
  private int lookedInVain;
  private MemorySegment buffer;

  /**
   * @param wanted the pages that fall short, ascending
   * @param wantedBlocks the blocks of each of them that have to be valid
   * @param extent the bytes for whose sake they have to be
   */
  Prefetch(
      PagedMemory memory, int[] wanted, long[] wantedBlocks, Extent extent, AsyncChannel carrier) {
    this.memory = memory;
    this.extent = extent;
    this.wanted = wanted;
    this.wantedBlocks = wantedBlocks;
    this.carrier = carrier;
    pages = new int[wanted.length];
    words = new long[wanted.length];
    completions = new int[wanted.length];
    fetched = new long[wanted.length];
    bufferOffsets = new long[wanted.length];
  }

  PagedMemory memory() {
    return memory;
  }

  int[] wanted() {
    return wanted;
  }

  long wantedBlocks(int i) {
    return wantedBlocks[i];
  }

  /** Takes a ticket for the use of frames, before the words are read. */
  void begin(StrandChannel port) {
    ticket = memory.frames().beginUse(port);
  }

  /** The epoch that was read before the words. */
  void validEpoch(long epoch) {
    validEpoch = epoch;
  }

  /**
   * Adds a page, beyond those before; {@code fetch} is none if what is wanted of the copy has the
   * word's version, or is on its way otherwise.
   */
  void add(int page, long word, int completed, long fetch) {
    pages[count] = page;
    words[count] = word;
    completions[count] = completed;
    fetched[count] = fetch;
    isFetching |= fetch != PageBlocks.NONE;
    bufferOffsets[count] = bufferBytes;
    bufferBytes += (long) Long.bitCount(fetch) << memory.blockShift();
    count++;
  }

  int count() {
    return count;
  }

  /** Bytes of page {@code i} that are fetched and have been asked for. */
  long bytesAsked(int i) {
    return extent.bytesOf(fetched[i], memory.pageStart(pages[i]), memory.blockShift());
  }

  long word(int i) {
    return words[i];
  }

  /** The commits to the page that this PE had completed before the word was read. */
  int completions(int i) {
    return completions[i];
  }

  /** The blocks that are fetched. */
  long fetched(int i) {
    return fetched[i];
  }

  /** The blocks of {@code page} of memory {@code of} that are fetched. */
  long fetched(PagedMemory of, int page) {
    int at = of == memory ? find(page) : -1;
    return at < 0 ? PageBlocks.NONE : fetched[at];
  }

  /** Tells whether any block is fetched that {@code view} touches. */
  boolean concerns(OpenView view) {
    for (int i = 0; i < count && memory == view.paged(); i++) {
      if ((view.blocks(pages[i]) & fetched[i]) != PageBlocks.NONE) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether any block is fetched. */
  boolean isFetching() {
    return isFetching;
  }

  /** The place of {@code page}, or a negative number. */
  int find(int page) {
    return Arrays.binarySearch(pages, 0, count, page);
  }

  /** Epoch for which the copies are valid. */
  long validEpoch() {
    return validEpoch;
  }

  AsyncChannel carrier() {
    return carrier;
  }

  /** Place of the fetched blocks of page {@code i} in the buffer, one after the other. */
  long bufferOffset(int i) {
    return bufferOffsets[i];
  }

  MemorySegment buffer() {
    if (buffer == null) {
      buffer = carrier.buffer(bufferBytes);
    }
    return buffer;
  }

  /** Tells whether all copies have arrived, as far as can be told without waiting. */
  boolean hasArrived() {
    if (hasArrived) {
      return true;
    }
    if (carrier.channel().holdsBuffers()) {
      lookedInVain++;
      return false;
    }
    endUse(); // which others may wait for, until this is awaited
    return true;
  }

  /** Tells whether it has been waited for, or nothing had to be. */
  boolean isDone() {
    return hasArrived || !isFetching;
  }

  /** Number of times that {@link #hasArrived} has been false. */
  int lookedInVain() {
    return lookedInVain;
  }

  /**
   * Waits until all copies have arrived; they are in the buffer while no other strand has the
   * carrier.
   */
  void arrive() {
    if (hasArrived) {
      return;
    }
    if (isFetching) {
      // mutant: awaited-not-waited
      carrier.channel().quiet();
    }
    endUse();
    hasArrived = true;
  }

  private void endUse() {
    memory.frames().endUse(ticket);
    ticket = Frames.NO_TICKET;
  }

  /** The carrier, which belongs to another strand from now on; null if that was so before. */
  AsyncChannel dismiss() {
    AsyncChannel old = carrier;
    carrier = null;
    return old;
  }
}
