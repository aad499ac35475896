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
  private void enter() {
    assert only.isEmpty() || only.get() == Thread.currentThread()
        : Thread.currentThread() + " calls the library, which only " + only.get() + " may";
    serial.lock();
  }

  /**
   * Makes another call of the library under the lock: at level SERIALIZED it is that of all
   * threads, a progress thread's too.
   */
  <T> T exclusively(Supplier<T> call) {
    enter();
    try {
      return call.get();
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void get(int pe, long remote, long local, long bytes) {
    enter();
    try {
      OpenShmem.shmem_ctx_getmem(handle, ofAddress(local), ofAddress(remote), bytes, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void put(int pe, long remote, long local, long bytes) {
    enter();
    try {
      OpenShmem.shmem_ctx_putmem(handle, ofAddress(remote), ofAddress(local), bytes, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    enter();
    try {
      for (long i = 0; i < count; i++) {
        MemorySegment to = ofAddress(local + i * localStride);
        MemorySegment from = ofAddress(remote + i * stride);
        OpenShmem.shmem_ctx_getmem_nbi(handle, to, from, bytes, pe);
      }
      return true;
    } finally {
      serial.unlock();
    }
  }

  @Override
  public boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    enter();
    try {
      for (long i = 0; i < count; i++) {
        MemorySegment to = ofAddress(remote + i * stride);
        MemorySegment from = ofAddress(local + i * localStride);
        OpenShmem.shmem_ctx_putmem_nbi(handle, to, from, bytes, pe);
      }
      return true;
    } finally {
      serial.unlock();
    }
  }

  @Override
  public long fetch(int pe, long address) {
    enter();
    try {
      return OpenShmem.shmem_ctx_long_atomic_fetch(handle, ofAddress(address), pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void set(int pe, long address, long value) {
    enter();
    try {
      OpenShmem.shmem_ctx_long_atomic_set(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void add(int pe, long address, long value) {
    enter();
    try {
      OpenShmem.shmem_ctx_long_atomic_add(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public long fetchAdd(int pe, long address, long value) {
    enter();
    try {
      return OpenShmem.shmem_ctx_long_atomic_fetch_add(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public long compareAndSwap(int pe, long address, long expected, long value) {
    enter();
    try {
      return OpenShmem.shmem_ctx_long_atomic_compare_swap(
          handle, ofAddress(address), expected, value, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public long swap(int pe, long address, long value) {
    enter();
    try {
      return OpenShmem.shmem_ctx_long_atomic_swap(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void fence() {
    enter();
    try {
      OpenShmem.shmem_ctx_fence(handle);
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void quiet() {
    enter();
    try {
      OpenShmem.shmem_ctx_quiet(handle);
    } finally {
      serial.unlock();
    }
  }
}
