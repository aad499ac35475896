package org.temoto.gas.shmem;

import org.temoto.gas.shmem.LibraryCall.Kind;

/**
 * A context whose operations the library's thread carries out, in order. An operation that no
 * strand waits for returns when it is queued; the queue's place is free again when it was carried
 * out.
 */
record FunneledContext(RequestQueue queue, Serial serial) implements ShmemContext {
  @Override
  public void get(int pe, long remote, long local, long bytes) {
    try (var _ = serial.lock()) {
      queue.next().transfer(Kind.GET, pe, remote, local, bytes);
      queue.post();
      queue.awaitLast();
    }
  }

  @Override
  public void put(int pe, long remote, long local, long bytes) {
    try (var _ = serial.lock()) {
      queue.next().transfer(Kind.PUT, pe, remote, local, bytes);
      queue.post();
      queue.awaitLast(); // for its buffer
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
    try (var _ = serial.lock()) {
      LibraryCall request = queue.next();
      request.transfer(kind, pe, remote, local, bytes);
      request.blocks(stride, localStride, count);
      queue.post();
    }
  }

  @Override
  public long atomic(Operation operation, int pe, long address, long operand, long expected) {
    try (var _ = serial.lock()) {
      queue.next().atomic(operation, pe, address, operand, expected);
      queue.post();
      return operation.isPosted() ? 0 : queue.awaitLast();
    }
  }

  @Override
  public void fence() {
    try (var _ = serial.lock()) {
      queue.next().order(Kind.FENCE);
      queue.post();
    }
  }

  @Override
  public void quiet() {
    try (var _ = serial.lock()) {
      queue.next().order(Kind.QUIET);
      queue.post();
      queue.awaitLast();
    }
  }
}
