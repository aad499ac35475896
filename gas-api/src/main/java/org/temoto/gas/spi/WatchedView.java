package org.temoto.gas.spi;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalMemory;

/** View as a checker sees it; bytes are counted from the start of the memory. */
public interface WatchedView {
  GlobalMemory memory();

  Access access();

  /** The number of ascending, disjoint pieces that it stands for. */
  int pieces();

  long pieceStart(int piece);

  long pieceEnd(int piece);

  /**
   * Tells whether it is a collective's: until it is closed others than the strand that opened it
   * load and store, at addresses that the program does not learn.
   */
  boolean isLent();

  /**
   * It is used as elements of so many bytes, of which {@code storeBytes} or more are stored at
   * once, aligned.
   */
  void holds(int elementBytes, int storeBytes);

  /** As {@link #holds} was told; 0 if it was not. */
  int elementBytes();

  /** Tells whether nothing is to be told of a use now. For the view's own strand. */
  boolean isUsable();

  /**
   * Tells whether no use is looked at, now: the view is open, and neither a checker nor checks
   * concern themselves with its bytes, which begin at {@link #place}.
   */
  boolean isDirect();

  /** The address of the first byte, which the program does not learn. */
  long place();

  /**
   * The bytes between the first and the last, where the view is in one piece: for loads and stores
   * whose addresses the program does not learn. To be used while {@link #isUsable}.
   */
  MemorySegment inside();

  /**
   * Lets the program touch the bytes, to the pages of the system; where the memory can tell. Views
   * nest: what one exposes stays.
   */
  void expose();

  /**
   * Lets the program touch the bytes no more, soon: for a view whose segment refuses access by
   * itself from now on.
   */
  void conceal();

  /** Lets the program touch the bytes no more, until they are exposed again. */
  void freeze();

  /** All of the memory as this PE has it; only the bytes of active views mean anything. */
  MemorySegment local();
}
