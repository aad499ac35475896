package org.temoto.task.steal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.marshal.Marshaller;

/**
 * A task of another PE that a thief has: the slot that it came in, and where its end is to be
 * reported. Unless it is one of several taken at once, its place is used for one after the other.
 */
public final class TakenTask {
  private final MemorySegment memory;
  private final long slot;

  /**
   * @param slot where in {@code memory} the slots of tasks come to stand
   */
  TakenTask(MemorySegment memory, long slot) {
    this.memory = memory;
    this.slot = slot;
  }

  /** One that stands at the beginning of {@code memory}, which it keeps. */
  public static TakenTask of(MemorySegment memory) {
    return new TakenTask(memory, 0);
  }

  /** Writes the task to a slot at {@code offset} of {@code target}. */
  public void copyTo(MemorySegment target, long offset) {
    MemorySegment.copy(memory, slot, target, offset, bytes());
  }

  /** Bytes of its slot that it takes. */
  public int bytes() {
    return payload() + (isInSlot() ? length() : 0);
  }

  /** Has {@code inbox} send it to a place at {@code pe}; complete after a quiet. */
  void post(Inbox inbox, Channel channel, int pe, int place) {
    inbox.post(channel, pe, place, memory, bytes());
  }

  /** Tells whether it ends together with others. */
  public boolean isOfGroup() {
    return memory.get(JAVA_INT, slot + SlotLayout.CELL) < 0;
  }

  /** Handle of a task that {@link #isOfGroup}; 0 if it has none, as no task can wait for it. */
  public long handle() {
    return memory.get(JAVA_LONG, slot + SlotLayout.PAYLOAD);
  }

  /** Word of what was known to wait for it when it became ready; of one that has a handle. */
  public long waiters() {
    return memory.get(JAVA_LONG, slot + SlotLayout.WAITERS);
  }

  /** The place of the worker's block that has the cell, on {@link #pe}. */
  public long block() {
    return memory.get(JAVA_LONG, slot + SlotLayout.BLOCK);
  }

  /** The number of the cell there. */
  public int cellNumber() {
    int cell = memory.get(JAVA_INT, slot + SlotLayout.CELL);
    return cell < 0 ? ~cell : cell;
  }

  /** Tells whether it fitted into its slot. */
  public boolean isInSlot() {
    return overflow() == OverflowArena.NONE;
  }

  /** Tells whether it stands in an overflow buffer though a slot has room for it. */
  public boolean fitsIntoSlot() {
    return !isInSlot() && slotBytes() <= SlotLayout.BYTES;
  }

  /** Bytes of a slot that has the task itself. */
  public int slotBytes() {
    return payload() + length();
  }

  /**
   * The same task in a slot at the beginning of {@code own}, for one that {@link #fitsIntoSlot};
   * one get, after which its overflow buffer is free.
   */
  public TakenTask into(MemorySegment own, Channel channel) {
    copyTo(own, 0);
    channel.get(pe(), overflow() + OverflowLayout.PAYLOAD, own, payload(), length());
    OverflowArena.free(channel, pe(), overflow());
    own.set(JAVA_LONG, SlotLayout.OVERFLOW, OverflowArena.NONE);
    return of(own);
  }

  /** The overflow buffer that has it, on {@link #pe}. */
  public long overflow() {
    return SlotLayout.overflow(memory, slot);
  }

  /** PE on which it was forked. */
  public int pe() {
    return memory.get(JAVA_INT, slot + SlotLayout.PE);
  }

  /** Its number for a checker, or 0. */
  public int watched() {
    return memory.get(JAVA_INT, slot + SlotLayout.WATCHED);
  }

  /** The place there at which the end of the task is to be reported. */
  public long cell() {
    return WorkerLayout.cell(block(), cellNumber());
  }

  /** The place there at which it is marked if the task is cancelled. */
  public long mark() {
    return WorkerLayout.mark(block(), cellNumber());
  }

  /** Value to which the cell's flag has to be set. */
  public long generation() {
    return memory.get(JAVA_LONG, slot + SlotLayout.GENERATION);
  }

  private int length() {
    return memory.get(JAVA_INT, slot + SlotLayout.LENGTH);
  }

  /** The place of the marshalled task in the slot. */
  private int payload() {
    return isOfGroup() ? SlotLayout.DEFERRED_PAYLOAD : SlotLayout.PAYLOAD;
  }

  /**
   * The task, which is asked for once; one more get if it did not fit into its slot.
   *
   * @param channel of the worker that asks
   * @param marshaller of that worker
   * @throws org.temoto.gas.GasException if it cannot be read
   */
  public Object task(Channel channel, Marshaller marshaller) {
    int length = length();
    long overflow = overflow();
    if (overflow == OverflowArena.NONE) {
      return marshaller.read(memory, slot + payload(), length);
    }
    int pe = pe();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(length);
      // mutant: free-task-before-get
      channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);
      OverflowArena.free(channel, pe, overflow);
      return marshaller.read(bytes, 0, length);
    }
  }

  /** As {@link #task}, for a message, of one that stays; null if it did not fit into its slot. */
  public Object peek(Marshaller marshaller) {
    return isInSlot() ? marshaller.read(memory, slot + payload(), length()) : null;
  }
}
