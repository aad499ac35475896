package org.temoto.gas.shmem;

import static java.lang.foreign.MemorySegment.ofAddress;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Supplier;
import org.temoto.gas.shmem.bindings.OpenShmem;

/**
 * One OpenSHMEM context, whose calls any thread may make: a lock serializes them. A thread holds
 * the lock while the library waits for another PE, which answers whatever this PE's threads do: the
 * call that waits makes this PE answer others meanwhile.
 *
 * @param only the one thread that may call, if it is not any
 */
record LockedContext(MemorySegment handle, Serial serial, Optional<Thread> only)
    implements ShmemContext {
  private Serial enter() {
    assert only.isEmpty() || only.get() == Thread.currentThread()
        : Thread.currentThread() + " calls the library, which only " + only.get() + " may";
    return serial.lock();
  }

  /**
   * Makes another call of the library under the lock: at level SERIALIZED it is that of all
   * threads, a progress thread's too.
   */
  <T> T exclusively(Supplier<T> call) {
    try (var _ = enter()) {
      return call.get();
    }
  }

  @Override
  public void get(int pe, long remote, long local, long bytes) {
    try (var _ = enter()) {
      OpenShmem.shmem_ctx_getmem(handle, ofAddress(local), ofAddress(remote), bytes, pe);
    }
  }

  @Override
  public void put(int pe, long remote, long local, long bytes) {
    try (var _ = enter()) {
      OpenShmem.shmem_ctx_putmem(handle, ofAddress(remote), ofAddress(local), bytes, pe);
    }
  }

  @Override
  public boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    try (var _ = enter()) {
      for (long i = 0; i < count; i++) {
        MemorySegment to = ofAddress(local + i * localStride);
        MemorySegment from = ofAddress(remote + i * stride);
        OpenShmem.shmem_ctx_getmem_nbi(handle, to, from, bytes, pe);
      }
      return true;
    }
  }

  @Override
  public boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    try (var _ = enter()) {
      for (long i = 0; i < count; i++) {
        MemorySegment to = ofAddress(remote + i * stride);
        MemorySegment from = ofAddress(local + i * localStride);
        OpenShmem.shmem_ctx_putmem_nbi(handle, to, from, bytes, pe);
      }
      return true;
    }
  }

  @Override
  public long atomic(Operation operation, int pe, long address, long operand, long expected) {
    MemorySegment word = ofAddress(address);
    try (var _ = enter()) {
      return switch (operation) {
        case FETCH -> OpenShmem.shmem_ctx_long_atomic_fetch(handle, word, pe);
        case SET -> {
          OpenShmem.shmem_ctx_long_atomic_set(handle, word, operand, pe);
          yield 0;
        }
        case ADD -> {
          OpenShmem.shmem_ctx_long_atomic_add(handle, word, operand, pe);
          yield 0;
        }
        case FETCH_ADD -> OpenShmem.shmem_ctx_long_atomic_fetch_add(handle, word, operand, pe);
        case COMPARE_AND_SWAP -> swapIf(word, pe, expected, operand);
        case SWAP -> OpenShmem.shmem_ctx_long_atomic_swap(handle, word, operand, pe);
        case FETCH_OR -> fetchOr(word, pe, operand);
      };
    }
  }

  private long swapIf(MemorySegment word, int pe, long expected, long value) {
    return OpenShmem.shmem_ctx_long_atomic_compare_swap(handle, word, expected, value, pe);
  }

  /** By compare-and-swap: the library's own changes nothing in Open MPI 4.1 over UCX. */
  private long fetchOr(MemorySegment word, int pe, long mask) {
    long seen = OpenShmem.shmem_ctx_long_atomic_fetch(handle, word, pe);
    while (true) {
      long was = swapIf(word, pe, seen, seen | mask);
      if (was == seen) {
        return was;
      }
      seen = was;
    }
  }

  @Override
  public void fence() {
    try (var _ = enter()) {
      OpenShmem.shmem_ctx_fence(handle);
    }
  }

  @Override
  public void quiet() {
    try (var _ = enter()) {
      OpenShmem.shmem_ctx_quiet(handle);
    }
  }
}
