package org.temoto.bench.shmem;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.TaskContext;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.deque.StealWord;
import org.temoto.task.marshal.Marshaller;
import org.temoto.task.steal.OwnChannelWords;
import org.temoto.task.steal.RemoteClaim;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.VictimWords;
import org.temoto.task.steal.WorkerLayout;

/**
 * Steals by PE 0 of tasks that PE 1 has just offered, with the runtime's own parts: from the claim
 * on, until the task is at hand as an object and its slot acknowledged. Full offers are stolen one
 * after the other, each timed as a whole.
 */
final class StealProbe implements Probe {
  private static final int VICTIM = 1;
  private static final int TAKEN = 0;

  /** A task of usual size: where it works, and a number. */
  record Stolen(GlobalRange range, long number) implements Action {
    @Override
    public void compute(TaskContext context) {}
  }

  private final ProcessingElement pe;
  private final Channel channel;
  private final MemorySegment heap;
  private final long block;
  private final Signals signals;
  private final VictimWords words;
  private final RemoteClaim claim;
  private final SharedPart<Stolen> shared;
  private final Marshaller marshaller;
  private final GlobalRange range;
  private long stolen;
  private long offered;

  /** Collective. */
  StealProbe(GlobalAddressSpace space, Channel channel) {
    RuntimeSupport support = RuntimeSupport.of(space);
    pe = support.processingElement();
    this.channel = channel;
    heap = pe.heap().segment();
    block = pe.heap().allocate(WorkerLayout.BYTES, WorkerLayout.LINE);
    signals = new Signals(pe, channel);
    words = new VictimWords(channel);
    marshaller = new Marshaller(support::memory, StealProbe.class.getClassLoader(), 1 << 20);
    claim = new RemoteClaim(channel, new Claimer(), false);
    shared = new SharedPart<>(new OwnChannelWords(channel, pe.rank(), heap, block), false);
    range = space.allocate("of tasks", space.options().pageSize()).whole();
  }

  @Override
  public double[] measure(long count) {
    int offers = (int) (count / SharedPart.AREA_SLOTS);
    if (pe.rank() != 0) {
      for (int i = 0; i < offers; i++) {
        offer();
      }
      return new double[0];
    }
    double[] samples = new double[offers];
    for (int i = 0; i < offers; i++) {
      samples[i] = (double) stealOffer() / SharedPart.AREA_SLOTS;
    }
    return new double[] {Spread.of(samples).median()};
  }

  private long stealOffer() {
    words.aim(VICTIM, block);
    while (!StealWord.hasUnclaimed(words.fetch())) {
      pe.checkAlive();
    }
    long first = stolen;
    long start = System.nanoTime();
    for (int i = 0; i < SharedPart.AREA_SLOTS; i++) {
      if (!claim.take(VICTIM, VICTIM, block)
          || ((Stolen) claim.taken().task(channel, marshaller)).number() != first + i) {
        throw new BenchException("steal " + (first + i) + " did not get its task");
      }
    }
    long nanos = System.nanoTime() - start;
    stolen += SharedPart.AREA_SLOTS;
    signals.set(VICTIM, TAKEN, stolen);
    return nanos;
  }

  /** Waits for a word of its own meanwhile: a victim at work seldom looks at what thieves write. */
  private void offer() {
    signals.await(TAKEN, offered);
    int area = shared.areaForOffer();
    if (area < 0) {
      throw new BenchException("an offer that has been taken is not acknowledged");
    }
    shared.settleExhausted();
    for (int i = 0; i < SharedPart.AREA_SLOTS; i++) {
      long slot = WorkerLayout.slot(block, area * SharedPart.AREA_SLOTS + i);
      Stolen task = new Stolen(range, offered++);
      int length = marshaller.write(task, heap, slot + SlotLayout.PAYLOAD, SlotLayout.CAPACITY);
      SlotLayout.write(heap, slot, length, 0, 0, 0);
      SlotLayout.forker(heap, slot, pe.rank(), block);
      shared.place(area, i, task);
    }
    shared.publish(area, SharedPart.AREA_SLOTS);
  }
}
