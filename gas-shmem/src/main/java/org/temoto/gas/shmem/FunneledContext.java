package org.temoto.gas.shmem;

import org.temoto.gas.shmem.LibraryCall.Kind;

/**
 * A context whose operations the library's thread carries out, in order. What nothing has to be
 * waited for returns when it is queued; the queue's place is free again when it was carried out.
 */
final class FunneledContext implements ShmemContext {
  private final RequestQueue queue;
  private final Serial serial = new Serial();

  FunneledContext(RequestQueue queue) {
    this.queue = queue;
  }

  RequestQueue queue() {
    return queue;
  }

  @Override
  public void get(int pe, long remote, long local, long bytes) {
    serial.lock();
    try {
      queue.next().transfer(Kind.GET, pe, remote, local, bytes);
      queue.post();
      queue.awaitLast();
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void put(int pe, long remote, long local, long bytes) {
    serial.lock();
    try {
      queue.next().transfer(Kind.PUT, pe, remote, local, bytes);
      queue.post();
      queue.awaitLast(); // for its buffer
    } finally {
      serial.unlock();
    }
  }

  @Override
  public boolean getBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    blocks(Kind.GET_BLOCKS, pe, remote, stride, local, localStride, bytes, count);
    return true;
  }

  @Override
  public boolean putBlocks(
      int pe, long remote, long stride, long local, long localStride, long bytes, long count) {
    blocks(Kind.PUT_BLOCKS, pe, remote, stride, local, localStride, bytes, count);
    return true;
  }

  private void blocks(
      Kind kind,
      int pe,
      long remote,
      long stride,
      long local,
      long localStride,
      long bytes,
      long count) {
    serial.lock();
    try {
      LibraryCall request = queue.next();
      request.transfer(kind, pe, remote, local, bytes);
      request.blocks(stride, localStride, count);
      queue.post();
    } finally {
      serial.unlock();
    }
  }

  @Override
  public long fetch(int pe, long address) {
    return ask(Kind.FETCH, pe, address, 0, 0);
  }

  @Override
  public void set(int pe, long address, long value) {
    tell(Kind.SET, pe, address, value);
  }

  @Override
  public void add(int pe, long address, long value) {
    tell(Kind.ADD, pe, address, value);
  }

  @Override
  public long fetchAdd(int pe, long address, long value) {
    return ask(Kind.FETCH_ADD, pe, address, 0, value);
  }

  @Override
  public long compareAndSwap(int pe, long address, long expected, long value) {
    return ask(Kind.COMPARE_AND_SWAP, pe, address, expected, value);
  }

  @Override
  public long swap(int pe, long address, long value) {
    return ask(Kind.SWAP, pe, address, 0, value);
  }

  private void tell(Kind kind, int pe, long address, long value) {
    serial.lock();
    try {
      queue.next().atomic(kind, pe, address, 0, value);
      queue.post();
    } finally {
      serial.unlock();
    }
  }

  private long ask(Kind kind, int pe, long address, long expected, long value) {
    serial.lock();
    try {
      queue.next().atomic(kind, pe, address, expected, value);
      queue.post();
      return queue.awaitLast();
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void fence() {
    serial.lock();
    try {
      queue.next().order(Kind.FENCE);
      queue.post();
    } finally {
      serial.unlock();
    }
  }

  @Override
  public void quiet() {
    serial.lock();
    try {
      queue.next().order(Kind.QUIET);
      queue.post();
      queue.awaitLast();
    } finally {
      serial.unlock();
    }
  }
}
