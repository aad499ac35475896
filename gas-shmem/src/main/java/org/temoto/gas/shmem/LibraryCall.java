package org.temoto.gas.shmem;

import org.temoto.gas.spi.RemoteWords.Operation;

/**
 * One operation on its way from a strand to the library's thread. The strand fills it in before it
 * publishes the request's number, and reads the result after the number is said to be done.
 */
final class LibraryCall {
  /** Operation that the library's thread is to call. */
  enum Kind {
    GET,
    PUT,
    GET_BLOCKS,
    PUT_BLOCKS,
    ATOMIC,
    FENCE,
    QUIET
  }

  private Kind kind;
  private Operation operation;
  private int pe;
  private long remote;
  private long stride;
  private long local;
  private long localStride;
  private long bytes;
  private long count;
  private long expected;
  private long value;
  private long result;

  void order(Kind what) {
    kind = what;
  }

  void transfer(Kind what, int target, long remoteAddress, long localAddress, long length) {
    kind = what;
    pe = target;
    remote = remoteAddress;
    local = localAddress;
    bytes = length;
  }

  void blocks(long remoteStride, long strideHere, long blocks) {
    stride = remoteStride;
    localStride = strideHere;
    count = blocks;
  }

  void atomic(Operation what, int target, long address, long operand, long condition) {
    kind = Kind.ATOMIC;
    operation = what;
    pe = target;
    remote = address;
    value = operand;
    expected = condition;
  }

  long result() {
    return result;
  }

  /** On the library's thread. */
  void carryOut(LockedContext library) {
    switch (kind) {
      case GET -> library.get(pe, remote, local, bytes);
      case PUT -> library.put(pe, remote, local, bytes);
      case GET_BLOCKS -> library.getBlocks(pe, remote, stride, local, localStride, bytes, count);
      case PUT_BLOCKS -> library.putBlocks(pe, remote, stride, local, localStride, bytes, count);
      case ATOMIC -> result = library.atomic(operation, pe, remote, value, expected);
      case FENCE -> library.fence();
      case QUIET -> library.quiet();
    }
  }
}
