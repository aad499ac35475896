package org.temoto.gas.shmem;

import static java.lang.foreign.MemorySegment.ofAddress;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.shmem.bindings.OpenShmem;

/**
 * One OpenSHMEM context, whose calls any thread may make: a lock serializes them. Addresses are
 * those of this PE's symmetric memory, and unchecked.
 */
record ShmemContext(MemorySegment handle, Serial serial) {
  void get(int pe, long remote, long local, long bytes) {
    serial.lock();
    try {
      OpenShmem.shmem_ctx_getmem(handle, ofAddress(local), ofAddress(remote), bytes, pe);
    } finally {
      serial.unlock();
    }
  }

  void put(int pe, long remote, long local, long bytes) {
    serial.lock();
    try {
      OpenShmem.shmem_ctx_putmem(handle, ofAddress(remote), ofAddress(local), bytes, pe);
    } finally {
      serial.unlock();
    }
  }

  void getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    serial.lock();
    try {
      for (long i = 0; i < count; i++) {
        MemorySegment to = ofAddress(local + i * localStride);
        MemorySegment from = ofAddress(remote + i * stride);
        OpenShmem.shmem_ctx_getmem_nbi(handle, to, from, bytes, pe);
      }
    } finally {
      serial.unlock();
    }
  }

  void putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    serial.lock();
    try {
      for (long i = 0; i < count; i++) {
        MemorySegment to = ofAddress(remote + i * stride);
        MemorySegment from = ofAddress(local + i * localStride);
        OpenShmem.shmem_ctx_putmem_nbi(handle, to, from, bytes, pe);
      }
    } finally {
      serial.unlock();
    }
  }

  long fetch(int pe, long address) {
    serial.lock();
    try {
      return OpenShmem.shmem_ctx_long_atomic_fetch(handle, ofAddress(address), pe);
    } finally {
      serial.unlock();
    }
  }

  void set(int pe, long address, long value) {
    serial.lock();
    try {
      OpenShmem.shmem_ctx_long_atomic_set(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  void add(int pe, long address, long value) {
    serial.lock();
    try {
      OpenShmem.shmem_ctx_long_atomic_add(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  long fetchAdd(int pe, long address, long value) {
    serial.lock();
    try {
      return OpenShmem.shmem_ctx_long_atomic_fetch_add(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  long compareAndSwap(int pe, long address, long expected, long value) {
    serial.lock();
    try {
      return OpenShmem.shmem_ctx_long_atomic_compare_swap(
          handle, ofAddress(address), expected, value, pe);
    } finally {
      serial.unlock();
    }
  }

  long swap(int pe, long address, long value) {
    serial.lock();
    try {
      return OpenShmem.shmem_ctx_long_atomic_swap(handle, ofAddress(address), value, pe);
    } finally {
      serial.unlock();
    }
  }

  /** By compare-and-swap: the library's own changes nothing in Open MPI 4.1 over UCX. */
  long fetchAnd(int pe, long address, long mask) {
    long seen = fetch(pe, address);
    long was = compareAndSwap(pe, address, seen, seen & mask);
    while (was != seen) {
      seen = was;
      was = compareAndSwap(pe, address, seen, seen & mask);
    }
    return was;
  }

  /** As {@link #fetchAnd}. */
  long fetchOr(int pe, long address, long mask) {
    long seen = fetch(pe, address);
    long was = compareAndSwap(pe, address, seen, seen | mask);
    while (was != seen) {
      seen = was;
      was = compareAndSwap(pe, address, seen, seen | mask);
    }
    return was;
  }

  void fence() {
    serial.lock();
    try {
      OpenShmem.shmem_ctx_fence(handle);
    } finally {
      serial.unlock();
    }
  }

  void quiet() {
    serial.lock();
    try {
      OpenShmem.shmem_ctx_quiet(handle);
    } finally {
      serial.unlock();
    }
  }
}
