package org.temoto.gas.shmem;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.local.Bounds;

/** A channel over a context. */
final class ShmemChannel implements Channel {
  private final ShmemTransport transport;
  private final ShmemContext context;
  private final long base;
  private final long size;
  private final int pes;

  private final PendingBuffers buffers = new PendingBuffers();

  /** Plain: using a channel while another strand closes it is an error that need not be found. */
  private boolean closed;

  ShmemChannel(ShmemTransport transport, ShmemContext context, MemorySegment heap, int pes) {
    this.transport = transport;
    this.context = context;
    base = heap.address();
    size = heap.byteSize();
    this.pes = pes;
  }

  private void begin() {
    if (closed) {
      throw new IllegalStateException("the channel is closed");
    }
    transport.checkAlive();
  }

  private long remote(int pe, long offset, long bytes) {
    Bounds.requireRemote(pe, pes, offset, bytes, size);
    begin();
    return base + offset;
  }

  @Override
  public void get(int pe, long offset, MemorySegment to, long toOffset, long bytes) {
    long local = Bounds.localAddress(to, toOffset, bytes);
    long remote = remote(pe, offset, bytes);
    try {
      if (bytes > 0) {
        context.get(pe, remote, local, bytes);
      }
    } finally {
      Reference.reachabilityFence(to); // the address alone does not keep its memory
    }
  }

  @Override
  public void put(int pe, long offset, MemorySegment from, long fromOffset, long bytes) {
    long local = Bounds.localAddress(from, fromOffset, bytes);
    long remote = remote(pe, offset, bytes);
    try {
      if (bytes > 0) {
        context.put(pe, remote, local, bytes);
      }
    } finally {
      Reference.reachabilityFence(from); // the address alone does not keep its memory
    }
  }

  @Override
  public void getStridedNonBlocking(
      int pe,
      long offset,
      long stride,
      MemorySegment to,
      long toOffset,
      long toStride,
      long blockBytes,
      long count) {
    long local = Bounds.localAddress(to, toOffset, Bounds.span(toStride, blockBytes, count));
    long remote = remote(pe, offset, Bounds.span(stride, blockBytes, count));
    try {
      if (blockBytes > 0
          && count > 0
          && context.getBlocks(pe, remote, stride, local, toStride, blockBytes, count)) {
        buffers.add(to);
      }
    } finally {
      Reference.reachabilityFence(to); // the address alone does not keep its memory
    }
  }

  @Override
  public void putStridedNonBlocking(
      int pe,
      long offset,
      long stride,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      long blockBytes,
      long count) {
    long local = Bounds.localAddress(from, fromOffset, Bounds.span(fromStride, blockBytes, count));
    long remote = remote(pe, offset, Bounds.span(stride, blockBytes, count));
    try {
      if (blockBytes > 0
          && count > 0
          && context.putBlocks(pe, remote, stride, local, fromStride, blockBytes, count)) {
        buffers.add(from);
      }
    } finally {
      Reference.reachabilityFence(from); // the address alone does not keep its memory
    }
  }

  @Override
  public long atomic(Operation operation, int pe, long offset, long operand, long expected) {
    Bounds.requireWord(offset);
    return context.atomic(operation, pe, remote(pe, offset, Long.BYTES), operand, expected);
  }

  @Override
  public void touch(int pe, long bytes) {
    Bounds.requireRemote(pe, pes, 0, 0, size);
  }

  @Override
  public void fence() {
    begin();
    context.fence();
  }

  @Override
  public boolean holdsBuffers() {
    begin();
    return buffers.kept() > 0;
  }

  @Override
  public void quiet() {
    begin();
    complete();
  }

  /** Completes what was issued before. */
  void complete() {
    long issued = buffers.added();
    context.quiet();
    buffers.removeUntil(issued);
  }

  @Override
  public void close() {
    if (!closed) {
      complete();
      closed = true;
      transport.closed(this);
    }
  }

  ShmemContext context() {
    return context;
  }

  long bytesDirect() {
    return context instanceof DirectContext direct ? direct.bytes() : 0;
  }
}
