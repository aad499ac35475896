package org.temoto.gas.shmem;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * One OpenSHMEM context, whose calls any thread may make: a lock serializes them. A thread holds
 * the lock while the library waits for another PE, which answers whatever this PE's threads do: the
 * call that waits makes this PE answer others meanwhile.
 *
 * @param only the one thread that may call, if it is not any
 */
record LockedContext(long handle, Serial serial, Optional<Thread> only) implements ShmemContext {
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
      ShmemCalls.get(handle, local, remote, bytes, pe);
    }
  }

  @Override
  public void put(int pe, long remote, long local, long bytes) {
    try (var _ = enter()) {
      ShmemCalls.put(handle, remote, local, bytes, pe);
    }
  }

  @Override
  public boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    try (var _ = enter()) {
      for (long i = 0; i < count; i++) {
        ShmemCalls.startGet(handle, local + i * localStride, remote + i * stride, bytes, pe);
      }
      return true;
    }
  }

  @Override
  public boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    try (var _ = enter()) {
      for (long i = 0; i < count; i++) {
        ShmemCalls.startPut(handle, remote + i * stride, local + i * localStride, bytes, pe);
      }
      return true;
    }
  }

  @Override
  public long atomic(Operation operation, int pe, long word, long operand, long expected) {
    try (var _ = enter()) {
      return switch (operation) {
        case FETCH -> ShmemCalls.fetch(handle, word, pe);
        case SET -> {
          ShmemCalls.set(handle, word, operand, pe);
          yield 0;
        }
        case ADD -> {
          ShmemCalls.add(handle, word, operand, pe);
          yield 0;
        }
        case FETCH_ADD -> ShmemCalls.fetchAdd(handle, word, operand, pe);
        case COMPARE_AND_SWAP -> swapIf(word, pe, expected, operand);
        case SWAP -> ShmemCalls.swap(handle, word, operand, pe);
        case FETCH_OR -> fetchOr(word, pe, operand);
      };
    }
  }

  private long swapIf(long word, int pe, long expected, long value) {
    return ShmemCalls.compareAndSwap(handle, word, expected, value, pe);
  }

  /** By compare-and-swap: the library's own changes nothing in Open MPI 4.1 over UCX. */
  private long fetchOr(long word, int pe, long mask) {
    long seen = ShmemCalls.fetch(handle, word, pe);
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
      ShmemCalls.fence(handle);
    }
  }

  @Override
  public void quiet() {
    try (var _ = enter()) {
      ShmemCalls.quiet(handle);
    }
  }
}
