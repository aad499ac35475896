package org.temoto.gas.engine.view;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.engine.coherence.ManagedView;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.coherence.Prefetch;
import org.temoto.gas.engine.memory.AddressWindow;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.spi.StrandWatch;
import org.temoto.gas.spi.WatchedView;

/**
 * An open view. Its state is read by other strands of the PE, everything else by its own strand.
 */
final class View implements LocalView, ManagedView, WatchedView {
  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, View.class, State.class);

  private final Strand strand;
  private final GlobalMemory face;
  private final PagedMemory memory;
  private final Extent extent;
  private final Access access;
  private final int firstPage;
  private final int pageCount;
  private final int[] pages;

  /** True if the segment has to refuse access once the view is closed. */
  private final boolean checked;

  private final boolean lent;

  @SuppressWarnings("UnusedVariable") // read and written by STATE
  private State state = State.OPENING;

  private MemorySegment segment;

  /**
   * Arena that ends with the view, for segments that have to refuse access then; null while there
   * is none.
   */
  private Arena arena;

  /** Neither closed nor concealed: there is nothing that a checker would say of a use. */
  private boolean usable = true;

  /** Usable, and its segment has nothing to refuse but bytes outside. */
  private boolean direct;

  private int elementBytes;
  private int storeBytes;
  private long validEpoch;
  private long frozenAt;
  private List<Prefetch> prefetches = List.of();

  /**
   * @param lent whether it is a collective's
   */
  View(
      Strand strand,
      GlobalMemory face,
      PagedMemory memory,
      Extent extent,
      Access access,
      boolean lent) {
    this.strand = strand;
    this.face = face;
    this.memory = memory;
    this.extent = extent;
    this.access = access;
    this.lent = lent;
    this.checked = strand.checks() && !lent;
    this.direct = !checked;
    if (extent.pieces() <= 1) {
      pages = null;
      firstPage = (int) (extent.start() >>> memory.pageShift());
      pageCount =
          extent.pieces() == 0
              ? 0
              : (int) (extent.end() - 1 >>> memory.pageShift()) - firstPage + 1;
    } else {
      pages = extent.pages(memory.pageShift());
      firstPage = pages[0];
      pageCount = pages.length;
    }
  }

  // --- what coherence sees

  @Override
  public PagedMemory paged() {
    return memory;
  }

  @Override
  public Extent extent() {
    return extent;
  }

  @Override
  public boolean writes() {
    return access.writes();
  }

  @Override
  public boolean storesOnly() {
    return access == Access.WRITE;
  }

  @Override
  public int pageCount() {
    return pageCount;
  }

  @Override
  public int page(int i) {
    return pages == null ? firstPage + i : pages[i];
  }

  @Override
  public int storeBytes() {
    return storeBytes;
  }

  @Override
  public State state() {
    return (State) STATE.getAcquire(this);
  }

  @Override
  public void state(State next) {
    if (next == State.CLOSED) {
      usable = false;
      direct = false;
    }
    STATE.setRelease(this, next);
  }

  @Override
  public long validEpoch() {
    return validEpoch;
  }

  @Override
  public void validated(long epoch) {
    validEpoch = epoch;
  }

  @Override
  public List<Prefetch> prefetches() {
    return prefetches;
  }

  @Override
  public void prefetches(List<Prefetch> travelling) {
    prefetches = travelling;
  }

  @Override
  public long frozenAt() {
    return frozenAt;
  }

  @Override
  public void frozenAt(long evictions) {
    frozenAt = evictions;
  }

  @Override
  public void abandon() {
    if (isOpen()) {
      strand.abandon(this);
      endAccess();
    }
  }

  // --- what a checker sees

  @Override
  public int pieces() {
    return extent.pieces();
  }

  @Override
  public long pieceStart(int piece) {
    return extent.pieceStart(piece);
  }

  @Override
  public long pieceEnd(int piece) {
    return extent.pieceEnd(piece);
  }

  @Override
  public boolean isLent() {
    return lent;
  }

  @Override
  public void holds(int bytes, int stored) {
    elementBytes = bytes;
    storeBytes = stored;
  }

  @Override
  public int elementBytes() {
    return elementBytes;
  }

  @Override
  public void expose() {
    usable = true;
    AddressWindow window = memory.view().window().orElse(null);
    if (window != null) {
      window.expose(extent.start(), extent.end());
    }
  }

  @Override
  public void conceal() {
    usable = false;
    AddressWindow window = memory.view().window().orElse(null);
    if (window != null) {
      window.conceal(extent.start(), extent.end());
    }
  }

  @Override
  public void freeze() {
    usable = false;
    AddressWindow window = memory.view().window().orElse(null);
    if (window != null && segment != null) {
      window.concealAtOnce(extent.start(), extent.end());
    } else if (window != null) { // where addresses are known without segments, it is exact
      window.conceal(extent.start(), extent.end());
    }
  }

  @Override
  public boolean isUsable() {
    return usable;
  }

  @Override
  public boolean isDirect() {
    return direct;
  }

  @Override
  public long place() {
    return memory.view().base() + extent.start();
  }

  @Override
  public MemorySegment inside() {
    return memory.view().window().isEmpty() ? segment() : plain(memory.view().segment(access));
  }

  @Override
  public MemorySegment local() {
    return memory.view().segment();
  }

  Strand strand() {
    return strand;
  }

  // --- what the program sees

  @Override
  public GlobalMemory memory() {
    return face;
  }

  @Override
  public long offset() {
    return extent.start();
  }

  @Override
  public long length() {
    return extent.end() - extent.start();
  }

  @Override
  public Access access() {
    return access;
  }

  @Override
  public MemorySegment segment() {
    return usable && segment != null && strand.isCurrent() ? segment : takeSegment();
  }

  private MemorySegment takeSegment() {
    requireUsable();
    if (segment == null) {
      segment = lent ? plain(memory.view().segment(access)) : own();
    }
    return segment;
  }

  /** Segment that refuses other threads, and if it has to, access once the view is closed. */
  private MemorySegment own() {
    MemorySegment whole = memory.view().programs(access);
    if (!checked) {
      return strand.confined(whole.address() + extent.start(), length(), access);
    }
    if (arena == null) {
      arena = Arena.ofConfined();
    }
    return plain(whole).reinterpret(arena, null);
  }

  private MemorySegment plain(MemorySegment whole) {
    return whole.asSlice(extent.start(), length());
  }

  @Override
  public long address() {
    requireUsable();
    memory.view().window().ifPresent(AddressWindow::beExact);
    return memory.view().programs(access).address() + extent.start();
  }

  @Override
  public Bytes<?> bytes() {
    requireUsable();
    return ChronicleBytes.over(this);
  }

  @Override
  public void commit() {
    requireCommittable();
    strand.commit(this, extent);
  }

  @Override
  public void commit(long from, long bytes) {
    requireCommittable();
    long low = extent.start() + from; // does not count before it is known to be inside
    if (from < 0
        || bytes < 0
        || bytes > length() - from
        || bytes > 0 && !extent.covers(low, low + bytes)) {
      throw new IndexOutOfBoundsException(
          "commit of " + bytes + " bytes at " + from + " is outside " + this);
    }
    strand.commit(this, Extent.of(low, low + bytes));
  }

  private void requireCommittable() {
    strand.requireOwn(this);
    requireOpen();
    if (!access.writes()) {
      throw new IllegalStateException(
          "commit of " + this + ": a view must be WRITE or READ_WRITE to be committed");
    }
    if (state() == State.FROZEN) {
      throw new IllegalStateException(
          "commit of %s between a fork and the join of all children: commit before the fork"
              .formatted(this));
    }
    tellUse();
  }

  private void requireUsable() {
    strand.requireOwn(this);
    requireOpen();
    tellUse();
  }

  private void tellUse() {
    StrandWatch watch = strand.watch();
    if (watch != null) {
      watch.used(this);
    }
  }

  private void requireOpen() {
    if (state() == State.CLOSED) {
      StrandWatch watch = strand.watch();
      if (watch != null) {
        watch.usedClosed(this);
      }
      throw new IllegalStateException(this + " has been closed");
    }
  }

  @Override
  public boolean isOpen() {
    return state() != State.CLOSED;
  }

  @Override
  public void close() {
    if (isOpen()) {
      strand.close(this);
      endAccess();
    }
  }

  private void endAccess() {
    if (arena != null) {
      arena.close();
    }
  }

  @Override
  public String toString() {
    return "%s view [%s, %s) of memory \"%s\""
        .formatted(access, extent.start(), extent.end(), memory.name());
  }
}
