package org.temoto.gas.shmem;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.StrandThread;

/** One run of a program by all PEs, as this one takes part in it. */
final class Launch {
  /** Counts launches from 1: the same numbers on every PE. */
  private static final AtomicLong LAUNCHES = new AtomicLong();

  private final Shmem shmem;
  private final GasOptions options;

  Launch(Shmem shmem, GasOptions options) {
    this.shmem = shmem;
    this.options = options;
  }

  void run(Consumer<ProcessingElement> program) {
    shmem.begin(options.progress());
    Control control = new Control(shmem, LAUNCHES.incrementAndGet());
    Job job = new Job();
    ShmemPe pe = newPe(job, control);
    try (Watch watch = new Watch(job, control, pe)) {
      job.start(new StrandThread(pe, job, "main", () -> program.accept(pe)));
      job.awaitEnd();
      watch.strandsEnded();
      pe.end();
      meetAtTheEnd(control);
    }
    control.close();
    shmem.endLaunch();
    job.throwFailure();
  }

  private ShmemPe newPe(Job job, Control control) {
    try {
      return new ShmemPe(shmem, job, control, options);
    } catch (RuntimeException e) { // the heap does not fit, which every PE finds alike
      control.close();
      shmem.endLaunch();
      throw e;
    }
  }

  /**
   * Waits for the end of all PEs' strands, failed or not: only then may heap and words be used for
   * another launch. The watch ends a wait that is too long.
   */
  private void meetAtTheEnd(Control control) {
    new Meeting(
            control,
            shmem.rank(),
            shmem.count(),
            round -> ControlLayout.end((int) round),
            shmem::serve)
        .await(control.launch());
  }
}
