package org.temoto.task;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.temoto.gas.spi.Channel;

/**
 * Signal that tells the workers of a PE to look whether a failure or cancellation elsewhere
 * concerns their tasks. It says neither which nor where: that is found at the task that was forked.
 * So alarms may be raised too often, and need no room however many there are. Thread-safe.
 *
 * <p>Each PE has a word for the alarms of others. Its workers look at it between tasks, its main
 * strand every few milliseconds; running tasks are told, and find out at their next fork or join.
 */
final class Alarm {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment heap;
  private final long word;
  private final int rank;
  private final int pes;
  private final WorkerIdentity[] workers;
  private final AtomicLong raised = new AtomicLong();

  /** Value of the word when a strand last looked. Volatile: several strands look. */
  private volatile long heard;

  /**
   * @param workers of the PE, all of which are there before the first alarm
   */
  Alarm(MemorySegment heap, RuntimeLayout layout, int rank, int pes, WorkerIdentity[] workers) {
    this.heap = heap;
    this.word = layout.alarm();
    this.rank = rank;
    this.pes = pes;
    this.workers = workers;
    this.heard = ownWord(); // alarms of an earlier runtime do not count
  }

  private long ownWord() {
    return (long) LONG.getAcquire(heap, word); // acquire: the reason of the alarm is seen too
  }

  /** Changes with every alarm that this PE has heard. */
  long raised() {
    return raised.get();
  }

  /** Alarms the workers of this PE. */
  void raiseHere() {
    raised.incrementAndGet(); // before the strands are told: see TaskExecution.offer
    for (WorkerIdentity worker : workers) {
      worker.nudge();
    }
  }

  /** Alarms another PE, which hears it once {@code channel} is quiet. */
  void raiseAt(int pe, Channel channel) {
    channel.add(pe, word, 1);
  }

  /** Alarms all other PEs. */
  void raiseElsewhere(Channel channel) {
    for (int pe = 0; pe < pes; pe++) {
      if (pe != rank) {
        raiseAt(pe, channel);
      }
    }
    channel.quiet();
  }

  /** Passes on an alarm that has come from another PE. */
  void poll() {
    long now = ownWord();
    if (now != heard) {
      heard = now;
      raiseHere();
    }
  }
}
