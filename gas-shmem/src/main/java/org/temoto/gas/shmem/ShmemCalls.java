package org.temoto.gas.shmem;

import static org.temoto.gas.shmem.bindings.OpenShmemFunctions.*;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.shmem.bindings.OpenShmem;

/**
 * Calls of the OpenSHMEM library, with the parameters and results that its header declares;
 * contexts and addresses without a length are numbers. Below, all functions have one type, so that
 * a PE starts sooner.
 */
final class ShmemCalls {
  private ShmemCalls() {}

  // --- start and end

  static int initThread(int requested, MemorySegment provided) {
    return (int) shmem_init_thread(requested, provided.address(), 0, 0, 0, 0);
  }

  static void finish() {
    shmem_finalize(0, 0, 0, 0, 0, 0);
  }

  static int myPe() {
    return (int) shmem_my_pe(0, 0, 0, 0, 0, 0);
  }

  static int numberOfPes() {
    return (int) shmem_n_pes(0, 0, 0, 0, 0, 0);
  }

  static void barrierAll() {
    shmem_barrier_all(0, 0, 0, 0, 0, 0);
  }

  // --- symmetric memory

  /** Address in this process of PE {@code pe}'s memory at {@code address}; 0 if it has none. */
  static long pointer(long address, int pe) {
    return shmem_ptr(address, pe, 0, 0, 0, 0);
  }

  /** Zeros; at 0 if there is no room. */
  static MemorySegment calloc(long count, long bytes) {
    return segment(shmem_calloc(count, bytes, 0, 0, 0, 0), count * bytes);
  }

  /** Memory that may have been used; at 0 if there is no room. */
  static MemorySegment align(long alignment, long bytes) {
    return segment(shmem_align(alignment, bytes, 0, 0, 0, 0), bytes);
  }

  private static MemorySegment segment(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  static void free(MemorySegment memory) {
    shmem_free(memory.address(), 0, 0, 0, 0, 0);
  }

  // --- contexts

  static long defaultContext() {
    return OpenShmem.oshmem_ctx_default().address();
  }

  static int createContext(long options, MemorySegment context) {
    return (int) shmem_ctx_create(options, context.address(), 0, 0, 0, 0);
  }

  static void destroyContext(long context) {
    shmem_ctx_destroy(context, 0, 0, 0, 0, 0);
  }

  static void fence(long context) {
    shmem_ctx_fence(context, 0, 0, 0, 0, 0);
  }

  static void quiet(long context) {
    shmem_ctx_quiet(context, 0, 0, 0, 0, 0);
  }

  // --- transfers

  static void put(long context, long target, long source, long bytes, int pe) {
    shmem_ctx_putmem(context, target, source, bytes, pe, 0);
  }

  static void startPut(long context, long target, long source, long bytes, int pe) {
    shmem_ctx_putmem_nbi(context, target, source, bytes, pe, 0);
  }

  static void get(long context, long target, long source, long bytes, int pe) {
    shmem_ctx_getmem(context, target, source, bytes, pe, 0);
  }

  static void startGet(long context, long target, long source, long bytes, int pe) {
    shmem_ctx_getmem_nbi(context, target, source, bytes, pe, 0);
  }

  // --- atomics

  static long fetch(long context, long word, int pe) {
    return shmem_ctx_long_atomic_fetch(context, word, pe, 0, 0, 0);
  }

  static void set(long context, long word, long value, int pe) {
    shmem_ctx_long_atomic_set(context, word, value, pe, 0, 0);
  }

  static void add(long context, long word, long value, int pe) {
    shmem_ctx_long_atomic_add(context, word, value, pe, 0, 0);
  }

  static long swap(long context, long word, long value, int pe) {
    return shmem_ctx_long_atomic_swap(context, word, value, pe, 0, 0);
  }

  static long fetchAdd(long context, long word, long value, int pe) {
    return shmem_ctx_long_atomic_fetch_add(context, word, value, pe, 0, 0);
  }

  static long compareAndSwap(long context, long word, long expected, long value, int pe) {
    return shmem_ctx_long_atomic_compare_swap(context, word, expected, value, pe, 0);
  }
}
