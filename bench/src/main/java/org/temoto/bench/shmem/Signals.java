package org.temoto.bench.shmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;

/** Words by which the PEs of a job tell each other, one way or asleep, to go on. */
final class Signals {
  private static final VarHandle WORD = JAVA_LONG.varHandle();
  private static final int WORDS = 4;
  private static final long NAP_NANOS = 500_000;

  private final ProcessingElement pe;
  private final Channel channel;
  private final MemorySegment heap;
  private final long offset;

  /** Collective. */
  Signals(ProcessingElement pe, Channel channel) {
    this.pe = pe;
    this.channel = channel;
    heap = pe.heap().segment();
    offset = pe.heap().allocate((long) WORDS * Long.BYTES, 128);
  }

  /** Sets word {@code index} of {@code target}, after all earlier ones; it is there on return. */
  void set(int target, int index, long value) {
    channel.fence();
    channel.set(target, at(index), value);
    channel.quiet();
  }

  /** This PE's word {@code index}; acquire: what was set before it is there. */
  long own(int index) {
    return (long) WORD.getAcquire(heap, at(index));
  }

  private long at(int index) {
    return offset + (long) index * Long.BYTES;
  }

  /** Spins until the own word is at least {@code value}. */
  void await(int index, long value) {
    while (own(index) < value) {
      pe.checkAlive();
      Thread.onSpinWait();
    }
  }

  /** The same asleep, so that the processors are free for other jobs. */
  void awaitAsleep(int index, long value) {
    while (own(index) < value) {
      pe.checkAlive();
      pe.strands().park(NAP_NANOS);
    }
  }
}
