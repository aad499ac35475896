package org.temoto.gas.engine.memory;

import static org.temoto.gas.spi.VirtualMemory.SYSTEM_PAGE;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.spi.VirtualMemory;

/**
 * Addresses of a memory that a program gets to know where a checker wants to see every access
 * without a view: of the pages of the system, those that no view exposes cannot be touched, and
 * Java throws {@link InternalError} where that is tried. Thread-safe.
 */
public final class AddressWindow implements AutoCloseable {
  /**
   * Bytes that a table of the kernel's pages covers: if addresses are multiples of this apart, it
   * moves whole tables between them.
   */
  private static final long TABLE = 2L << 20;

  private final MemorySegment reserved;
  private final MemorySegment segment;
  private final MemorySegment readOnly;

  /**
   * Address at which all of the memory is seen, too, by no view: its pages stay at hand while none
   * views them.
   */
  private final long hidden;

  private final ViewCounts views;

  /** True if the program may know an address; while it does not, no page need be there. */
  private volatile boolean known;

  private boolean closed;

  AddressWindow(ViewMemory behind) {
    long bytes = behind.segment().byteSize();
    long apart = Math.ceilDiv(bytes, TABLE) * TABLE;
    this.reserved = VirtualMemory.reserve(apart + bytes);
    this.segment = reserved.asSlice(0, bytes);
    this.readOnly = segment.asReadOnly();
    this.hidden = reserved.address() + apart;
    this.views = new ViewCounts(Math.toIntExact(bytes / SYSTEM_PAGE), new Pages());
    VirtualMemory.forbid(segment.address(), bytes);
    VirtualMemory.aliasSilently(behind.base(), bytes, hidden);
  }

  /**
   * Segment that the program gets for {@code access}: from now on it can touch what views expose.
   */
  public MemorySegment segment(Access access) {
    if (!known) {
      show();
    }
    return access.writes() ? segment : readOnly;
  }

  /**
   * The program gets to know an address by itself, with which no view goes: from now on it can
   * touch nothing else than what views expose.
   */
  public synchronized void beExact() {
    if (!closed) {
      views.beExact();
    }
  }

  private synchronized void show() {
    if (!known && !closed) {
      views.mapAll();
      known = true;
    }
  }

  /** One more view of the bytes [{@code from}, {@code to}); all as before where that fails. */
  public synchronized void expose(long from, long to) {
    change(from, to, 1);
  }

  /**
   * One view less of the bytes [{@code from}, {@code to}); all as before where that fails. Pages
   * that no view exposes any more cannot be touched soon after, which costs less than at once.
   */
  public synchronized void conceal(long from, long to) {
    change(from, to, -1);
  }

  /** As {@link #conceal}, at once. */
  public synchronized void concealAtOnce(long from, long to) {
    change(from, to, -1);
    if (from < to && !closed) {
      views.takeAway(first(from), end(to));
    }
  }

  private void change(long from, long to, int difference) {
    if (from < to && !closed) {
      int first = first(from);
      int end = end(to);
      if (known) {
        views.change(first, end, difference);
      } else {
        views.count(first, end, difference);
      }
    }
  }

  private static int first(long from) {
    return Math.toIntExact(from / SYSTEM_PAGE);
  }

  private static int end(long to) {
    return Math.toIntExact((to - 1) / SYSTEM_PAGE) + 1;
  }

  /** Mapping that moves pages between where they are hidden and where programs see them. */
  private final class Pages implements ViewCounts.Mapping {
    @Override
    public void map(int first, int end) {
      VirtualMemory.moveSilently(hidden(first), bytes(first, end), seen(first));
    }

    @Override
    public void unmap(int first, int end) {
      VirtualMemory.moveSilently(seen(first), bytes(first, end), hidden(first));
      VirtualMemory.forbid(seen(first), bytes(first, end));
    }

    private long hidden(int page) {
      return hidden + (long) page * SYSTEM_PAGE;
    }

    private long seen(int page) {
      return segment.address() + (long) page * SYSTEM_PAGE;
    }

    private static long bytes(int first, int end) {
      return (long) (end - first) * SYSTEM_PAGE;
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      VirtualMemory.unmap(reserved);
    }
  }
}
