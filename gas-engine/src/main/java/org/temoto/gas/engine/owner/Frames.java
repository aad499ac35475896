package org.temoto.gas.engine.owner;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.engine.memory.PrefaultBudget;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.Prefaulter;
import org.temoto.gas.spi.SymmetricHeap;

/**
 * The page-sized places in each PE's symmetric heap where a memory's bytes can be: one
 * <em>home</em> frame for each page that the PE manages, at the page's rank, and <em>spare</em>
 * frames for pages that migrate in.
 *
 * <p>Spare frames are handed out by a bitmap on the PE that has them (bit set: free), changed by
 * atomics, so any PE can take one. A frame that a page has left is <em>retired</em>: a put or get
 * that was started before may still reach it. It becomes free again after a barrier, or when every
 * strand that was using frames after its page had left has finished ({@link FrameReclaimer}). A
 * home frame never gets another page: it may be the view memory of the PE that has it.
 */
public final class Frames {
  private static final int BITS = Long.SIZE;

  public static final int NO_TICKET = -1;

  /** Occasions from one look for frames that are free again to the next. */
  private static final int LOOKS_APART = 8;

  private record Retired(int pe, int frame) {}

  private final long offset;
  private final long bitmap;
  private final SymmetricHeap heap;

  /** Or null. */
  private final Prefaulter prefaulter;

  private final int pes;
  private final int home;
  private final int spare;
  private final int pageShift;
  private final FrameReclaimer use;

  private PrefaultBudget budget;
  private long prefaulted;

  /** Guarded by itself, as is what follows. */
  private final List<Retired> retired = new ArrayList<>();

  /** Frames that are looked after next, retired before {@link #outstanding} was read. */
  private List<Retired> waiting = List.of();

  /** The tickets at the first look, or null before that. */
  private long[] outstanding;

  private boolean isReclaiming;

  /** Occasions to look again that were let pass. */
  private int skipped;

  /** True if a frame has been wanted in vain since the last look. */
  private boolean isStarved;

  /**
   * The frames of a memory whose block stands at {@code block} of the heap, zeroed. Every PE makes
   * its own; a barrier has to follow.
   *
   * @param prefaulter of the PE, or null
   * @param plan of at most {@link DirectoryWord#MAX_FRAMES} frames
   */
  public Frames(
      SymmetricHeap heap, Prefaulter prefaulter, FrameReclaimer use, HeapPlan plan, long block) {
    this.heap = heap;
    this.prefaulter = prefaulter;
    this.use = use;
    this.pes = use.pes();
    this.home = (int) plan.home();
    this.spare = (int) plan.spare();
    this.pageShift = plan.pageShift();
    this.offset = block;
    this.bitmap = block + plan.bitmap();
    for (int i = 0; i < spare; i++) {
      long at = bitmapWord(i);
      MemorySegment own = heap.segment();
      own.set(JAVA_LONG, at, own.get(JAVA_LONG, at) | 1L << i % BITS);
    }
  }

  /**
   * Puts the first {@code bytes} bytes of frames into physical memory, which are those of the pages
   * that this PE manages, as far as {@code budget} goes.
   *
   * @return whether all are
   */
  public boolean prefault(PrefaultBudget budget, long bytes) {
    this.budget = budget;
    prefaulted = budget.prefault(heap.segment().address() + offset, bytes);
    return prefaulted == bytes;
  }

  /** Gives back the memory's block. Collective. */
  public void free() {
    budget.giveBack(prefaulted);
    heap.free(offset);
  }

  /**
   * Takes a ticket for {@link #endUse}, before directory words are read; none where no frame is
   * ever retired, because no page can leave its own without a spare one to go to.
   */
  public int beginUse(StrandChannel port) {
    return spare == 0 ? NO_TICKET : use.begin(port);
  }

  /** All transfers since {@link #beginUse} are complete. */
  public void endUse(int ticket) {
    if (ticket != NO_TICKET) {
      use.end(ticket);
    }
  }

  /** The place where frame {@code frame} stands in the heap of its PE. */
  public long heapOffset(int frame) {
    return offset + ((long) frame << pageShift);
  }

  /** The strands that use frames, of all memories. */
  public FrameReclaimer use() {
    return use;
  }

  /** Takes a free spare frame of {@code pe}; -1 if there is none. One get, one compare-and-swap. */
  public int take(StrandChannel port, int pe) {
    if (spare == 0) {
      return -1;
    }
    Channel channel = port.channel();
    for (int w = 0; w < Math.ceilDiv(spare, BITS); w++) {
      long at = bitmapWord(w * BITS);
      for (long free = channel.fetch(pe, at); free != 0; ) {
        long seen = channel.compareAndSwap(pe, at, free, free & free - 1);
        if (seen == free) {
          int frame = home + w * BITS + Long.numberOfTrailingZeros(free);
          if (pe == port.rank()) {
            fillIn(frame);
          }
          return frame;
        }
        free = seen;
      }
    }
    synchronized (retired) {
      isStarved = true;
    }
    return -1;
  }

  /** Puts a frame of this PE that is about to be stored into physical memory, if for nothing. */
  private void fillIn(int frame) {
    if (prefaulter != null) {
      prefaulter.prefault(heap.segment().address() + heapOffset(frame), 1L << pageShift);
    }
  }

  private long bitmapWord(int spareFrame) {
    return bitmap + (long) (spareFrame / BITS) * Long.BYTES;
  }

  /**
   * Gives back a frame that no word has ever named since it was taken, so no strand can be using
   * it. One atomic.
   */
  public void putBack(StrandChannel port, int pe, int frame) {
    int bit = frame - home;
    port.channel().fetchOr(pe, bitmapWord(bit), 1L << bit % BITS);
  }

  /** A page has left this frame. */
  public void retire(int pe, int frame) {
    if (frame >= home) {
      synchronized (retired) {
        retired.add(new Retired(pe, frame));
      }
    }
  }

  /**
   * Every PE has passed a barrier since the frames were retired: they may be used again. One atomic
   * per frame.
   */
  public void reclaim(StrandChannel port) {
    List<Retired> all;
    synchronized (retired) {
      all = new ArrayList<>(waiting);
      all.addAll(retired);
      waiting = List.of();
      retired.clear();
    }
    putBack(port, all);
  }

  /**
   * Makes frames free that no strand can be using any more, if many are retired. Not called by a
   * strand that is using frames itself. One get per other PE, and one atomic per frame.
   */
  public void reclaimUnused(StrandChannel port) {
    synchronized (retired) {
      if (isReclaiming || !isWorthALook()) {
        return;
      }
      if (waiting.isEmpty()) {
        waiting = new ArrayList<>(retired);
        retired.clear();
        outstanding = null;
      }
      isReclaiming = true;
    }
    long[] now = use.outstanding(port); // after the swings that took the pages from these frames
    List<Retired> free = List.of();
    synchronized (retired) {
      // mutant: reuse-frames/1
      if (outstanding == null
          ? FrameReclaimer.isIdle(now)
          : FrameReclaimer.isOver(outstanding, now)) {
        free = waiting;
        waiting = List.of();
      } else if (outstanding == null) {
        outstanding = now;
      }
      isReclaiming = false;
    }
    putBack(port, free);
  }

  /**
   * Often enough that no PE runs dry, whose frames may be retired by many; yet not all the time.
   */
  private boolean isWorthALook() {
    if (waiting.isEmpty()) {
      // mutant: reuse-frames/2
      return retired.size() >= Math.max(1, spare / (4 * pes));
    }
    skipped++;
    if (skipped % LOOKS_APART != 0 && !isStarved) {
      return false;
    }
    isStarved = false;
    return true;
  }

  private void putBack(StrandChannel port, List<Retired> frames) {
    for (Retired frame : frames) {
      putBack(port, frame.pe, frame.frame);
    }
  }
}
