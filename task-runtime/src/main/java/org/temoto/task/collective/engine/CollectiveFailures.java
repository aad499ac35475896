package org.temoto.task.collective.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RawMemory;
import org.temoto.task.collective.CollectiveException;

/**
 * Protocol by which all PEs learn that the program's code has thrown on one: that PE says so in
 * every PE's heap before it goes on, and the collective ends by an agreement that comes after that.
 */
final class CollectiveFailures {
  private static final int PE_BITS = 16;

  private final Channel channel;
  private final SeatLayout layout;
  private final MemorySegment heap;
  private final int rank;
  private final int pes;

  CollectiveFailures(ProcessingElement element, SeatLayout layout, Channel channel) {
    this.channel = channel;
    this.layout = layout;
    heap = element.heap().segment();
    rank = element.rank();
    pes = element.count();
  }

  /** Collective {@code number} has failed here; all PEs have been told when it returns. */
  void tell(CollectiveSlot seat, long number, Throwable failure) {
    MemorySegment text = Arena.ofAuto().allocate(SeatLayout.TEXT_BYTES, Long.BYTES);
    HeapText.write(
        describe(failure).getBytes(StandardCharsets.UTF_8), text, 0, SeatLayout.TEXT_BYTES);
    long word = number + 1 << PE_BITS | rank;
    for (int pe = 0; pe < pes; pe++) {
      if (isFirst(pe, layout.failed(seat.index, seat.agreed), word)) {
        channel.put(pe, layout.text(seat.index, seat.agreed), text, 0, SeatLayout.TEXT_BYTES);
      }
    }
    channel.quiet();
  }

  /** The failure is the program's own: its text may fail again, or be null. */
  @SuppressWarnings("CatchingThrowable") // whatever it is, the other PEs have to learn of the first
  private static String describe(Throwable failure) {
    try {
      return String.valueOf(failure.toString());
    } catch (StackOverflowError endless) { // of a text that tells of itself
      return failure.getClass().getName();
    } catch (VirtualMachineError error) {
      throw error;
    } catch (Throwable again) {
      return failure.getClass().getName();
    }
  }

  /** Tells whether no PE has failed there before in the same collective. */
  private boolean isFirst(int pe, long at, long word) {
    long seen = channel.fetch(pe, at);
    while (seen >>> PE_BITS != word >>> PE_BITS) {
      long found = channel.compareAndSwap(pe, at, seen, word);
      if (found == seen) {
        return true;
      }
      seen = found;
    }
    return false;
  }

  /** The failure of collective {@code number}, of which all PEs have come to the end, or null. */
  CollectiveException find(String name, CollectiveSlot seat, long number, Throwable own) {
    long word = RawMemory.word(heap.address() + layout.failed(seat.index, seat.agreed));
    if (word >>> PE_BITS != number + 1) {
      return null;
    }
    int pe = (int) (word & (1 << PE_BITS) - 1);
    long text = layout.text(seat.index, seat.agreed);
    String reason = HeapText.read(heap, text, SeatLayout.TEXT_BYTES);
    return new CollectiveException(
        name + " failed on PE " + pe + ": " + reason, pe, pe == rank ? own : null);
  }
}
