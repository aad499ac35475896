package org.temoto.gas.shmem;

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
    FETCH,
    SET,
    ADD,
    FETCH_ADD,
    COMPARE_AND_SWAP,
    SWAP,
    FENCE,
    QUIET
  }

  private Kind kind;
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

  void atomic(Kind what, int target, long address, long condition, long operand) {
    kind = what;
    pe = target;
    remote = address;
    expected = condition;
    value = operand;
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
      case FETCH -> result = library.fetch(pe, remote);
      case SET -> library.set(pe, remote, value);
      case ADD -> library.add(pe, remote, value);
      case FETCH_ADD -> result = library.fetchAdd(pe, remote, value);
      case COMPARE_AND_SWAP -> result = library.compareAndSwap(pe, remote, expected, value);
      case SWAP -> result = library.swap(pe, remote, value);
      case FENCE -> library.fence();
      case QUIET -> library.quiet();
    }
  }
}
