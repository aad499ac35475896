package org.temoto.gas.engine.memory;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.temoto.gas.Access;
import org.temoto.gas.spi.Prefaulter;
import org.temoto.gas.spi.VirtualMemory;

/**
 * One PE's reservation of addresses for a whole memory: byte b of the memory, if it is here, stands
 * at base + b.
 */
public final class ViewMemory implements AutoCloseable {
  private final MemorySegment segment;

  /** The same, whose stores are refused; what is sliced from it is so, too. */
  private final MemorySegment readOnly;

  private final Optional<AddressWindow> window;

  /** Or null. */
  private final Prefaulter prefaulter;

  private boolean closed;

  /**
   * @param prefaulter of the PE, or null: then places of copies are taken as they are touched
   * @param windowed whether programs get other addresses, at which every access needs a view
   */
  public ViewMemory(long bytes, Prefaulter prefaulter, boolean windowed) {
    long whole = Math.ceilDiv(bytes, VirtualMemory.SYSTEM_PAGE) * VirtualMemory.SYSTEM_PAGE;
    segment = windowed ? VirtualMemory.reserveShared(whole) : VirtualMemory.reserve(whole);
    readOnly = segment.asReadOnly();
    window = windowed ? Optional.of(new AddressWindow(this)) : Optional.empty();
    this.prefaulter = prefaulter;
  }

  /**
   * Puts a run of pages that are shown where they stand, in frames that are in physical memory,
   * into the page table.
   */
  public void prefaultMapped(long offset, long bytes) {
    if (window.isEmpty()) { // a checker's memory is seen elsewhere
      VirtualMemory.prefault(base() + offset, bytes);
    }
  }

  /** A copy is going to be made there, or stored whole. */
  public void comes(long offset, long bytes) {
    if (prefaulter != null) {
      prefaulter.prefault(base() + offset, bytes);
    }
  }

  /** For the engine, which stores copies there, also of what is localized for reading. */
  public MemorySegment segment() {
    return segment;
  }

  /** The same for {@code access}: without stores where it has none. */
  public MemorySegment segment(Access access) {
    return access.writes() ? segment : readOnly;
  }

  public long base() {
    return segment.address();
  }

  /** Segment in which the program finds the memory, for {@code access}. */
  public MemorySegment programs(Access access) {
    return window.isPresent() ? window.get().segment(access) : segment(access);
  }

  public Optional<AddressWindow> window() {
    return window;
  }

  /** Returns the memory behind [{@code offset}, {@code offset + bytes}) to the system. */
  public void discard(long offset, long bytes) {
    if (window.isPresent()) {
      VirtualMemory.discardShared(base() + offset, bytes);
    } else {
      VirtualMemory.discard(base() + offset, bytes);
    }
  }

  /** Gives back the addresses; they must not be used any more. Closing twice is harmless. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      window.ifPresent(AddressWindow::close);
      VirtualMemory.unmap(segment);
    }
  }
}
