package org.temoto.task;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Flight Recorder event: a join had to wait for a thief, and its worker looked for work meanwhile.
 */
@Name("temoto.SuspendedJoin")
@Label("Suspended Join")
@Category("Temoto")
@Description("A join had to wait for a thief, and its worker looked for work meanwhile")
@Enabled(false)
@StackTrace(false)
final class SuspendedJoinEvent extends Event {
  @Label("PE")
  int pe;

  @Label("Worker")
  int worker;

  @Label("Task")
  @Description("The class of the child that was waited for")
  String task;

  @Label("Remote")
  @Description("Whether another PE ran it")
  boolean remote;

  void end(int onPe, int resumed, Frame child) {
    if (shouldCommit()) {
      pe = onPe;
      worker = resumed;
      task = child.name();
      remote = child.remote;
      commit();
    }
  }
}
