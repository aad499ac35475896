package org.temoto.task.steal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.marshal.Marshaller;

/**
 * A task of another PE that a thief has: the slot that it came in, and where its end is to be
 * reported. The same place is used for one after the other. Used by one worker.
 */
public final class TakenTask {
  private final Channel channel;
  private final Marshaller marshaller;
  private final MemorySegment memory;
  private final long slot;
  private int pe;
  private long block;

  /**
   * @param slot where in {@code memory} the slots of tasks come to stand
   */
  TakenTask(Channel channel, Marshaller marshaller, MemorySegment memory, long slot) {
    this.channel = channel;
    this.marshaller = marshaller;
    this.memory = memory;
    this.slot = slot;
  }

  /** What stands in the slot now is a task of the worker at {@code offset} on {@code owner}. */
  void isFrom(int owner, long offset) {
    pe = owner;
    block = offset;
  }

  /** Where it was forked. */
  public int pe() {
    return pe;
  }

  /** Where there the end of the task is to be reported. */
  public long cell() {
    return WorkerLayout.cell(block, SlotLayout.cell(memory, slot));
  }

  /** Where there it is marked if the task is cancelled. */
  public long mark() {
    return WorkerLayout.mark(block, SlotLayout.cell(memory, slot));
  }

  /** What the cell's flag has to be set to. */
  public long generation() {
    return SlotLayout.generation(memory, slot);
  }

  /**
   * The task; one more get if it did not fit into its slot.
   *
   * @throws org.temoto.gas.GasException if it cannot be read
   */
  public Object task() {
    int length = SlotLayout.length(memory, slot);
    long overflow = SlotLayout.overflow(memory, slot);
    if (overflow == OverflowArena.NONE) {
      return marshaller.read(memory, slot + SlotLayout.PAYLOAD, length);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(length);
      channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);
      OverflowArena.free(channel, pe, overflow);
      return marshaller.read(bytes, 0, length);
    }
  }
}
