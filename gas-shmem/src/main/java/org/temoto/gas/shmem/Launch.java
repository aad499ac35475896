package org.temoto.gas.shmem;

import java.util.List;
import java.util.function.Consumer;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.local.Cores;
import org.temoto.gas.spi.local.Job;
import org.temoto.gas.spi.local.StrandThread;

/** One run of a program by all PEs, as this one takes part in it. */
record Launch(Shmem shmem, GasOptions options) {
  void run(Consumer<ProcessingElement> program) {
    long patience = FailureDetector.patienceNanos(); // refused before others wait for this PE
    Control control = shmem.beginLaunch(ClusterOptions.of(options).progress());
    Job job = new Job();
    ShmemPe pe = newPe(job, control);
    FailureDetector watch = new FailureDetector(job, control, shmem, pe.calls(), patience);
    try (watch) {
      job.start(new StrandThread(pe, job, "main", () -> program.accept(pe)));
      job.awaitEnd();
      watch.strandsEnded();
      pe.end();
      meetAtTheEnd(control, job);
    }
    shmem.endLaunch(control);
    try {
      job.throwFailure();
    } catch (OutOfMemoryError | StackOverflowError e) {
      addPlace(e, watch.place());
      throw e;
    }
  }

  /** Nothing could be added to what the JVM threw, of which {@code error} is a copy. */
  private static void addPlace(VirtualMachineError error, PeFailedException place) {
    if (place != null && !List.of(error.getSuppressed()).contains(place)) {
      error.addSuppressed(place);
    }
  }

  private ShmemPe newPe(Job job, Control control) {
    try {
      LaunchAgreement agreement = new LaunchAgreement(shmem, control);
      agreement.reach(options);
      Neighbours neighbours = agreement.neighbours();
      return new ShmemPe(shmem, job, control, options, neighbours, cores(neighbours, options));
    } catch (RefusedException | PeFailedException e) { // PEs differ, no room: all come here
      shmem.endLaunch(control);
      throw e;
    } catch (RuntimeException
        | Error e) { // this PE alone: the launch stays open, so it ends the job
      control.tellFailure(ExitMessage.HOST, e.toString());
      e.addSuppressed(control.failureOf(shmem.rank()));
      throw e;
    }
  }

  /** Workers of two PEs that keep to the same core would share it while others are idle. */
  private static Cores cores(Neighbours neighbours, GasOptions options) {
    int workers = options.workers();
    Cores cores =
        EngineOptions.of(options).has(EngineOptions.Feature.BINDING)
            ? Cores.of(0, workers, workers)
            : Cores.NONE;
    return neighbours.onCores() > 1 ? Cores.NONE : cores;
  }

  /**
   * Waits for the end of all PEs' strands, failed or not: only then may heap and words be used for
   * another launch. The watch ends a wait that is too long; a PE that is gone ends it too.
   */
  private void meetAtTheEnd(Control control, Job job) {
    DisseminationBarrier end =
        new DisseminationBarrier(
            control,
            shmem.rank(),
            shmem.count(),
            round -> ControlLayout.end((int) round),
            () -> {
              shmem.serve();
              requireNobodyGone(control);
            },
            () -> false);
    try {
      end.await(control.launch());
    } catch (PeFailedException gone) {
      if (!job.isAborted()) {
        job.abort(gone);
      }
    }
  }

  private static void requireNobodyGone(Control control) {
    if (control.isOneGone()) {
      throw control.failureOf(control.failedPe());
    }
  }
}
