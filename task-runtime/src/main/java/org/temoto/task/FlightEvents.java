package org.temoto.task;

import java.util.Optional;
import jdk.jfr.FlightRecorder;

/**
 * Begin of Flight Recorder events, where there is a recorder: to load their classes takes longer
 * than many a run.
 */
final class FlightEvents {
  private FlightEvents() {}

  static Optional<RunEvent> beginRun() {
    if (!FlightRecorder.isInitialized()) {
      return Optional.empty();
    }
    RunEvent event = new RunEvent();
    event.begin();
    return Optional.of(event);
  }

  static Optional<SuspendedJoinEvent> beginSuspendedJoin() {
    if (!FlightRecorder.isInitialized()) {
      return Optional.empty();
    }
    SuspendedJoinEvent event = new SuspendedJoinEvent();
    event.begin();
    return Optional.of(event);
  }

  // Neither by lambdas of the callers nor as their superclass, for which the JVM loads the classes.

  static void endRun(Optional<RunEvent> event, PeRuntime runtime, long run, long tasksBefore) {
    if (event.isPresent()) {
      event.get().end(runtime, run, tasksBefore);
    }
  }

  static void endSuspendedJoin(
      Optional<SuspendedJoinEvent> event, int pe, int worker, Frame child) {
    if (event.isPresent()) {
      event.get().end(pe, worker, child);
    }
  }

  static void steal(int thiefPe, int thief, int fromPe, int fromWorker, long nanos) {
    if (!FlightRecorder.isInitialized()) {
      return;
    }
    StealEvent event = new StealEvent();
    if (event.isEnabled()) {
      event.commit(thiefPe, thief, fromPe, fromWorker, nanos);
    }
  }
}
