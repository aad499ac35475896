package org.temoto.gas.shmem;

import java.lang.invoke.VarHandle;

/**
 * Moves bytes between this PE and those on its host by loads and stores, and leaves the rest to the
 * library.
 *
 * <p>Words that several PEs change must all be changed in one way, since a network card's atomics
 * and a CPU's do not see each other: by the CPU's if every PE of the job is on this host, else by
 * the library, everywhere.
 *
 * <p>Order. A load is done when it returns, and fences on both sides keep it between the operations
 * before and after it, which may be atomics whose outcome it depends on. A store is at its target
 * when it is visible, so a release fence orders stores, and a full fence completes them. Where
 * stores and the library's operations go to one PE, a fence completes the latter, as nothing else
 * makes a store wait for them.
 */
final class DirectContext implements ShmemContext {
  private final ShmemContext library;
  private final long[] shifts;
  private final boolean all;

  /**
   * Whether the library has operations to near or far PEs that may not be complete. Plain, though
   * several strands may use a context: set after an operation was issued and cleared before the
   * library completes, both of which take the library context's lock, so none is forgotten.
   */
  private boolean nearPending;

  private boolean farPending;

  /** Plain: a strand's own, but for contexts that strands share, where some may not be counted. */
  private long bytes;

  DirectContext(ShmemContext library, NearHeaps near) {
    this.library = library;
    shifts = near.shifts();
    all = near.all();
  }

  ShmemContext library() {
    return library;
  }

  /** How many bytes were moved by loads and stores. */
  long bytes() {
    return bytes;
  }

  @Override
  public void get(int pe, long remote, long local, long length) {
    long shift = shifts[pe];
    if (shift == NearHeaps.FAR) {
      library.get(pe, remote, local, length);
    } else {
      load(remote + shift, local, length);
    }
  }

  private void load(long from, long to, long length) {
    VarHandle.acquireFence(); // acquire: not before what told that it is there
    RawMemory.copyIn(from, to, length);
    VarHandle.acquireFence(); // acquire: before any look whether it has changed
    bytes += length;
  }

  @Override
  public void put(int pe, long remote, long local, long length) {
    long shift = shifts[pe];
    if (shift == NearHeaps.FAR) {
      library.put(pe, remote, local, length);
      farPending = true;
    } else {
      store(local, remote + shift, length);
    }
  }

  private void store(long from, long to, long length) {
    RawMemory.copyOut(from, to, length);
    bytes += length;
  }

  @Override
  public boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long length, long count) {
    long shift = shifts[pe];
    if (shift == NearHeaps.FAR) {
      boolean pending = library.getBlocks(pe, remote, stride, local, localStride, length, count);
      farPending = true;
      return pending;
    }
    for (long i = 0; i < count; i++) {
      load(remote + shift + i * stride, local + i * localStride, length);
    }
    return false;
  }

  @Override
  public boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long length, long count) {
    long shift = shifts[pe];
    if (shift == NearHeaps.FAR) {
      boolean pending = library.putBlocks(pe, remote, stride, local, localStride, length, count);
      farPending = true;
      return pending;
    }
    for (long i = 0; i < count; i++) {
      store(local + i * localStride, remote + shift + i * stride, length);
    }
    return false;
  }

  @Override
  public long fetch(int pe, long address) {
    return all ? RawMemory.fetch(address + shifts[pe]) : library.fetch(pe, address);
  }

  @Override
  public void set(int pe, long address, long value) {
    if (all) {
      RawMemory.set(address + shifts[pe], value);
    } else {
      library.set(pe, address, value);
      pending(pe);
    }
  }

  @Override
  public void add(int pe, long address, long value) {
    if (all) {
      RawMemory.fetchAdd(address + shifts[pe], value);
    } else {
      library.add(pe, address, value);
      pending(pe);
    }
  }

  private void pending(int pe) {
    if (shifts[pe] == NearHeaps.FAR) {
      farPending = true;
    } else {
      nearPending = true;
    }
  }

  @Override
  public long fetchAdd(int pe, long address, long value) {
    return all
        ? RawMemory.fetchAdd(address + shifts[pe], value)
        : library.fetchAdd(pe, address, value);
  }

  @Override
  public long compareAndSwap(int pe, long address, long expected, long value) {
    return all
        ? RawMemory.compareAndSwap(address + shifts[pe], expected, value)
        : library.compareAndSwap(pe, address, expected, value);
  }

  @Override
  public long swap(int pe, long address, long value) {
    return all ? RawMemory.swap(address + shifts[pe], value) : library.swap(pe, address, value);
  }

  @Override
  public void fence() {
    VarHandle.releaseFence(); // release: stores before it are visible before any after it
    if (nearPending) {
      completeLibrary();
    } else if (farPending) {
      library.fence();
    }
  }

  @Override
  public void quiet() {
    if (nearPending || farPending) {
      completeLibrary();
    }
    VarHandle.fullFence(); // full: stores are visible before anything after it is read
  }

  private void completeLibrary() {
    nearPending = false;
    farPending = false;
    library.quiet();
  }
}
