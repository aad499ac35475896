package org.temoto.task;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight Recorder event: a worker has got a task from another one. */
@Name("temoto.Steal")
@Label("Steal")
@Category("Temoto")
@Description("A worker has got a task from another one")
@Enabled(false)
@StackTrace(false)
final class StealEvent extends Event {
  @Label("PE")
  int pe;

  @Label("Worker")
  int worker;

  @Label("Victim's PE")
  int victimPe;

  @Label("Victim")
  int victim;

  @Label("Latency")
  @Description("From the attempt's begin until the task was here")
  @Timespan(Timespan.NANOSECONDS)
  long latency;

  void commit(int thiefPe, int thief, int fromPe, int fromWorker, long nanos) {
    pe = thiefPe;
    worker = thief;
    victimPe = fromPe;
    victim = fromWorker;
    latency = nanos;
    commit();
  }
}
