package org.temoto.gas.spi.local;

import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Strands;

/** Strands of one PE, each a thread. A wait also moves the simulated network on. */
public record ThreadStrands(ProcessingElement pe, Job job, Pause pause, Cores cores)
    implements Strands {
  private static final long FOREVER = Long.MAX_VALUE;

  @Override
  public Strand spawn(String name, Runnable body) {
    pe.checkAlive();
    StrandThread strand = new StrandThread(pe, job, name, unbound(body));
    job.start(strand);
    return strand;
  }

  private Runnable unbound(Runnable body) {
    return !cores.areBound()
        ? body
        : () -> {
          cores.unbind();
          body.run();
        };
  }

  @Override
  public void bind(Strand strand, int worker) {
    cores.bind((StrandThread) strand, worker);
  }

  @Override
  public Strand current() {
    if (Thread.currentThread() instanceof StrandThread strand) {
      return strand;
    }
    throw new IllegalStateException(
        "thread=" + Thread.currentThread().getName() + " is not a strand");
  }

  @Override
  public void park() {
    park(FOREVER);
  }

  @Override
  public void park(long nanos) {
    pe.transport().progress();
    StrandThread strand = (StrandThread) current();
    if (!strand.take()) {
      if (nanos == FOREVER && job.isPopulous()) {
        strand.shrink();
        if (strand.take()) { // what is called there may have consumed the permit of LockSupport
          return;
        }
      }
      pause.park(nanos);
      strand.take();
    }
  }

  @Override
  public void unpark(Strand strand) {
    ((StrandThread) strand).give();
  }

  @Override
  public void yield() {
    pe.checkAlive();
    pe.transport().progress();
    if (!Turn.OF_PROCESS.yields()) {
      pause.park(Turn.NAP_NANOS);
    }
  }

  @Override
  public boolean isCrowded() {
    return pause.isCrowded();
  }

  @Override
  public void join(Strand strand) {
    StrandThread thread = (StrandThread) strand;
    pe.checkAlive();
    pe.transport().progress();
    thread.addJoiner(Thread.currentThread());
    while (!thread.hasEnded()) {
      pause.park(FOREVER);
    }
    pe.checkAlive();
  }
}
