package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.ProcessingElement;

/**
 * Table of the strands that may be using frames that directory words named a while ago: places in
 * each PE's symmetric heap, which all PEs can read. A place's word counts how often it was taken
 * and given back: while it is odd, it is a ticket that is out. A strand takes a place before it
 * reads directory words and gives it back when its transfers are complete.
 *
 * <p>So the PE whose swing has taken a page from its frame knows when no strand can reach that
 * frame any more: a strand that takes its place later reads the new word, and one that had a place
 * when the tables were read, after the swing, has given it back. Full fences on both sides: by the
 * compare-and-set that takes a place, and by the swing, which has completed before the tables are
 * read. The other PEs take no part.
 */
public final class FrameReclaimer {
  private static final VarHandle TICKET = JAVA_LONG.varHandle();

  private final MemorySegment heap;
  private final long offset;
  private final int places;
  private final int pes;
  private final int me;

  /**
   * Collective; a barrier has to follow.
   *
   * @param users how many strands and carriers of a PE can use frames at a time
   */
  public FrameReclaimer(ProcessingElement pe, int users) {
    heap = pe.heap().segment();
    places = users;
    pes = pe.count();
    me = pe.rank();
    offset = pe.heap().allocate((long) places * Long.BYTES, 128);
  }

  int pes() {
    return pes;
  }

  /** Takes a place before directory words are read; returns it. */
  public int begin(StrandChannel port) {
    int place = port.lastPlace(); // free mostly, and no other strand's
    if (!take(place)) {
      place = takeAfter(place, port);
      port.lastPlace(place);
    }
    return place;
  }

  private int takeAfter(int last, StrandChannel port) {
    for (int place = (last + 1) % places; ; place = (place + 1) % places) {
      if (take(place)) {
        return place;
      }
      if (place == last) {
        port.pause();
      }
    }
  }

  private boolean take(int place) {
    long seen = (long) TICKET.getOpaque(heap, at(place));
    return !isOut(seen) && TICKET.compareAndSet(heap, at(place), seen, seen + 1);
  }

  private static boolean isOut(long word) {
    return (word & 1) != 0;
  }

  /** All transfers that {@link #begin} announced are complete. */
  public void end(int place) {
    TICKET.setRelease(heap, at(place), (long) TICKET.get(heap, at(place)) + 1);
  }

  private long at(int place) {
    return offset + (long) place * Long.BYTES;
  }

  /** The words of all places of all PEs. One get per other PE. */
  long[] outstanding(StrandChannel port) {
    MemorySegment tables = port.words(pes * places);
    long bytes = (long) places * Long.BYTES;
    for (int i = 1; i < pes; i++) {
      int pe = (me + i) % pes;
      port.channel().getNonBlocking(pe, offset, tables, pe * bytes, bytes);
    }
    port.channel().quiet();
    long[] out = new long[pes * places];
    for (int i = 0; i < out.length; i++) {
      boolean own = i / places == me;
      out[i] =
          own ? (long) TICKET.getAcquire(heap, at(i % places)) : tables.getAtIndex(JAVA_LONG, i);
    }
    return out;
  }

  /** Tells whether none of the tickets that were out {@code before} is out {@code now}. */
  static boolean isOver(long[] before, long[] now) {
    for (int i = 0; i < before.length; i++) {
      if (isOut(before[i]) && before[i] == now[i]) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether no ticket was out. */
  static boolean isIdle(long[] words) {
    return Arrays.stream(words).noneMatch(FrameReclaimer::isOut);
  }
}
