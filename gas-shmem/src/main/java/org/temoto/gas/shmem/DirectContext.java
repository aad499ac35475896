package org.temoto.gas.shmem;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.RawMemory;

/**
 * Context that moves bytes between this PE and those on its host by loads and stores, and leaves
 * the rest to the library.
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
  private static final VarHandle BYTES =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "bytes", VarHandle.class, DirectContext.class, long.class);

  private final ShmemContext library;
  private final long[] shifts;
  private final boolean all;

  /** Operations of the library that nothing waits for, to near and to far PEs. */
  private final Issued near = new Issued();

  private final Issued far = new Issued();

  @SuppressWarnings("unused") // by its handle
  private long bytes;

  DirectContext(ShmemContext library, NearHeaps heaps) {
    this.library = library;
    shifts = heaps.shifts();
    all = heaps.all();
  }

  ShmemContext library() {
    return library;
  }

  /** The number of bytes that were moved by loads and stores. */
  long bytes() {
    return (long) BYTES.getOpaque(this); // opaque: a statistic
  }

  private void count(long length) {
    long ignored = (long) BYTES.getAndAddRelease(this, length); // strands may share a context
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
    RawMemory.copy(from, to, length);
    VarHandle.acquireFence(); // acquire: before any look whether it has changed
    count(length);
  }

  @Override
  public void put(int pe, long remote, long local, long length) {
    long shift = shifts[pe];
    if (shift == NearHeaps.FAR) {
      library.put(pe, remote, local, length);
      far.add();
    } else {
      store(local, remote + shift, length);
    }
  }

  private void store(long from, long to, long length) {
    RawMemory.copy(from, to, length);
    count(length);
  }

  @Override
  public boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long length, long count) {
    long shift = shifts[pe];
    if (shift == NearHeaps.FAR) {
      boolean pending = library.getBlocks(pe, remote, stride, local, localStride, length, count);
      far.add();
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
      far.add();
      return pending;
    }
    for (long i = 0; i < count; i++) {
      store(local + i * localStride, remote + shift + i * stride, length);
    }
    return false;
  }

  @Override
  public long atomic(Operation operation, int pe, long address, long operand, long expected) {
    if (all) {
      return operation.apply(address + shifts[pe], operand, expected);
    }
    long result = library.atomic(operation, pe, address, operand, expected);
    if (operation.isPosted()) {
      pending(pe);
    }
    return result;
  }

  private void pending(int pe) {
    if (shifts[pe] == NearHeaps.FAR) {
      far.add();
    } else {
      near.add();
    }
  }

  @Override
  public void fence() {
    VarHandle.releaseFence(); // release: stores before it are visible before any after it
    if (near.isPending(near.count())) {
      completeLibrary();
    } else if (far.isPending(far.count())) {
      library.fence();
    }
  }

  @Override
  public void quiet() {
    if (near.isPending(near.count()) || far.isPending(far.count())) {
      completeLibrary();
    }
    VarHandle.fullFence(); // full: stores are visible before anything after it is read
  }

  private void completeLibrary() {
    long nearIssued = near.count();
    long farIssued = far.count();
    library.quiet();
    near.complete(nearIssued);
    far.complete(farIssued);
  }
}
