package org.temoto.task;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight Recorder event: one PE's part in a run. */
@Name("temoto.Run")
@Label("Run")
@Category("Temoto")
@Description("One PE's part in a run")
@Enabled(false)
@StackTrace(false)
final class RunEvent extends Event {
  @Label("PE")
  int pe;

  @Label("Number")
  @Description("Of the run, in its runtime")
  long number;

  @Label("Tasks")
  @Description("Run by this PE")
  long tasks;

  void end(PeRuntime runtime, long run, long tasksBefore) {
    if (shouldCommit()) {
      pe = runtime.rank;
      number = run;
      tasks = runtime.tasks() - tasksBefore;
      commit();
    }
  }
}
