package org.temoto.gas;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/**
 * A segment of global memory, allocated by all PEs together and zeroed. This object is one PE's
 * access to it; tasks that carry it get the object of the PE that they run on.
 *
 * <p>Every PE reserves addresses for the whole memory; page p's local copy, if there is one, stands
 * at {@code base + p * pageSize}. So a localized range keeps its global layout, and nested ranges
 * coincide.
 */
public interface GlobalMemory extends AutoCloseable {
  /** The same number on every PE. */
  int id();

  String name();

  long byteSize();

  /** The unit of ownership and version, in bytes; a 64th of it is that of fetch. */
  int pageSize();

  int pages();

  Distribution distribution();

  OwnershipPolicy ownership();

  GlobalAddressSpace space();

  /** A range of this memory. */
  default GlobalRange range(long offset, long length) {
    return new GlobalRange(this, offset, length);
  }

  /** All of this memory. */
  default GlobalRange whole() {
    return range(0, byteSize());
  }

  /**
   * Maps [{@code offset}, {@code offset + length}) into local memory, at the addresses that any
   * other localize of these bytes gives on this PE. No communication if the pages are here and were
   * validated since the strand's last acquire; else one small get of directory words per manager
   * and one get per owner and run of what is touched of pages that changed, in 64ths of a page.
   * Called by a strand of the task runtime or by the PE's main strand.
   *
   * @throws IndexOutOfBoundsException if the range is not inside the memory
   * @throws GasException if active views alone exceed the cache
   */
  LocalView localize(long offset, long length, Access access);

  /**
   * As {@link #localize(long, long, Access)}, for a region of any shape of this memory.
   *
   * @throws IllegalArgumentException if the region is another memory's, or is {@link
   *     Region.Gathered} and would be written
   */
  LocalView localize(Region region, Access access);

  /**
   * Asks for [{@code offset}, {@code offset + length}), and returns while the pages that are not
   * here travel: one wait for their directory words, and none for their bytes. Called as {@link
   * #localize(long, long, Access)}, and with the same errors.
   *
   * <p>The request is awaited or closed by the task that asked, and is not thread-safe. Its view
   * begins at {@link Request#await}, and shows what a localize there would show: pages that have
   * changed since, as far as the strand must see it, are fetched again then. A request holds
   * nothing that others wait for, so that any number of them may be open, also over forks and
   * joins, and be awaited in any order. Views of parts of it that the strand opens meanwhile, in
   * this task or in one that it calls, wait for their own bytes only. The number of requests on
   * their way is bounded, and that of their bytes by a quarter of the cache: a request beyond that
   * is served at its await.
   */
  default Request<LocalView> localizeAsync(long offset, long length, Access access) {
    return localizeAsync(range(offset, length), access);
  }

  /** As {@link #localizeAsync(long, long, Access)}, for a region of any shape of this memory. */
  default Request<LocalView> localizeAsync(Region region, Access access) {
    return localizeAsync(List.of(region), access).getFirst();
  }

  /**
   * As {@link #localizeAsync(long, long, Access)}, for several regions of this memory, with one
   * wait for the directory words of all; the requests are in the same order, and are best awaited
   * in it; none for no region.
   */
  List<Request<LocalView>> localizeAsync(List<? extends Region> regions, Access access);

  /**
   * The elements of an index set as one region, to be localized for reading as often as wanted.
   * Pages that no element is on come along where they stand between two that are wanted, all of one
   * manager, and their bytes take less time than one more operation of this network. No
   * communication.
   *
   * @param base where element 0 stands, in bytes from the start of the memory
   * @param elementBytes bytes of an element
   * @param indices in any order, repeated or not
   * @throws IndexOutOfBoundsException if an element is not inside the memory
   * @throws IllegalArgumentException if there is no index
   */
  Region.Gathered gather(long base, int elementBytes, long[] indices);

  /**
   * Copies the bytes from {@code offset} on into {@code to}, as a localize for reading would show
   * them, without bringing their pages: for a few bytes here and there, as a binary search looks
   * at. Cost per page: nothing if it is here and valid; else one fetch of its directory word and
   * one get of the bytes. Called as {@link #localize(long, long, Access)}.
   *
   * @throws IndexOutOfBoundsException if the bytes are not inside the memory
   */
  void read(long offset, MemorySegment to);

  /**
   * Copies the bytes of {@code region}, its parts one after the other, into {@code to}, as {@link
   * #read(long, MemorySegment)} does, all together. Cost: as a localize has of the pages that are
   * not here, but one get per part, of its bytes alone.
   *
   * @throws IllegalArgumentException if {@code to} is not as long as the parts together, or the
   *     region is of another memory
   */
  void read(Region region, MemorySegment to);

  /**
   * Moves the pages that [{@code offset}, {@code offset + length}) touches to {@code pe}. A page
   * stays where it is, and is counted, if {@code pe} has no free frame. Cost per page: one fetch,
   * one get, one put, one compare-and-swap.
   *
   * @throws GasException if the memory has no frames for that: its ownership is {@link
   *     OwnershipPolicy#FIXED} or {@link OwnershipPolicy#FORWARDED}, and it was allocated without
   *     {@link MemoryOptions#withSpareFrames}
   */
  void migrate(long offset, long length, int pe);

  /** The PE that owns the page of byte {@code offset} at present; one atomic fetch. */
  int owner(long offset);

  /**
   * The PE that manages the page of byte {@code offset}, by the distribution, and owns it unless it
   * has moved; no communication, by any thread.
   *
   * @throws IndexOutOfBoundsException if there is no such byte
   */
  int home(long offset);

  /**
   * The words of this memory, to read and change atomically.
   *
   * @throws GasException if it was not allocated as {@link MemoryOptions#words}
   */
  SharedWords words();

  /**
   * Makes the memory read-only, with what has been committed: from now on it is localized for
   * {@link Access#READ} only, and a page that has been fetched stays valid until it is evicted,
   * whatever is acquired. Collective, with a barrier; open views are an error. Sealing twice is
   * harmless.
   */
  void seal();

  boolean isSealed();

  /**
   * Writes the bytes to {@code file}, each PE those of the pages that it owns; the file has exactly
   * {@link #byteSize()} bytes, in the machine's byte order. Written beside and renamed: until then
   * a file of that name is what it was. Every PE must see the same directory. Release, barrier and
   * acquire before. Collective: it succeeds on all PEs, or fails on all with the same message.
   *
   * @throws RefusedException if there is no such directory, or {@code file} is one
   * @throws java.io.UncheckedIOException if writing fails; nothing is left behind
   */
  void save(Path file);

  /**
   * Fills the memory from a file of exactly {@link #byteSize()} bytes, each PE the pages that it
   * owns, so that no page travels. Barrier before and after. Collective as {@link #save}.
   *
   * @throws RefusedException if the file is not there, or not as long; the memory is what it was
   * @throws GasException if the memory has been sealed
   * @throws java.io.UncheckedIOException if reading fails; what is in the memory is unspecified
   */
  void load(Path file);

  /** Frees the memory. Collective; open views are an error. */
  @Override
  void close();
}
