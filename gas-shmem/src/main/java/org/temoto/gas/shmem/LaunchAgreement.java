package org.temoto.gas.shmem;

import org.temoto.gas.GasOptions;
import org.temoto.gas.PeFailedException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.local.Cores;

/**
 * First step of a launch: all PEs find out whether they run the same program with the same options,
 * before anything is allocated that would differ.
 */
final class LaunchAgreement {
  private static final long MEETINGS = 3;

  private final Shmem shmem;
  private final Control control;
  private final DisseminationBarrier meeting;
  private Statement own;

  LaunchAgreement(Shmem shmem, Control control) {
    this.shmem = shmem;
    this.control = control;
    meeting =
        new DisseminationBarrier(
            control,
            shmem.rank(),
            shmem.count(),
            round -> ControlLayout.start((int) round),
            this::requireAll,
            () -> false);
  }

  /**
   * Returns if all PEs state the same. Collective.
   *
   * @throws RefusedException on all PEs, if one differs from PE 0
   */
  void reach(GasOptions options) {
    own = Statement.of(ExitMessage.HOST, ExitMessage.BOOT, Cores.usable(), options);
    control.state(own.text());
    meeting.await(MEETINGS * control.launch());
    String difference = own.difference(Statement.parse(control.statedBy(0))).orElse("");
    if (!difference.isEmpty()) {
      control.tellFailure(ExitMessage.HOST, difference);
    }
    meeting.await(MEETINGS * control.launch() + 1); // every PE has compared, and told what it found
    if (!difference.isEmpty()) {
      RefusedException failure = new RefusedException(difference);
      failure.addSuppressed(control.failureOf(control.firstFailedPe()));
      throw failure;
    }
    if (control.failedPe() >= 0) {
      PeFailedException there = control.failureOf(control.failedPe());
      RefusedException failure = new RefusedException(there.getMessage()); // the same exit code
      failure.addSuppressed(there);
      throw failure;
    }
    // Before all have looked, none may fail of something else: one that took it for this would
    // leave.
    meeting.await(MEETINGS * control.launch() + 2);
  }

  /** After the agreement. */
  Neighbours neighbours() {
    int onHost = 1;
    int onCores = 1;
    for (int i = 1; i < shmem.count(); i++) {
      int pe = (shmem.rank() + i) % shmem.count(); // each begins elsewhere
      Statement other = Statement.parse(control.statedBy(pe));
      onHost += own.sharesHost(other) ? 1 : 0;
      onCores += own.sharesCores(other) ? 1 : 0;
    }
    return new Neighbours(onHost, onCores);
  }

  /** While a meeting waits: throws if one that it waits for will not come any more. */
  private void requireAll() {
    shmem.serve();
    int pe = control.leftPe();
    if (pe >= 0) {
      throw new PeFailedException(
          pe,
          Statement.parse(control.statedBy(pe)).host(),
          "its program ended without taking part in launch " + control.launch(),
          pe == shmem.rank());
    }
  }
}
