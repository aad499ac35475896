package org.temoto.task;

import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.ProgramLines;

/** Context of the task in a frame: hands on what the task asks for to the strand that runs it. */
final class FrameContext extends Frame {
  final TaskExecution strand;

  FrameContext(TaskExecution strand, int index) {
    super(strand, index);
    this.strand = strand;
  }

  /** A frame on no stack, which brings the root task to a strand and its outcome back. */
  static Frame ofRoot(Task<?> task, long epoch) {
    Frame root = new FrameContext(null, 0);
    root.task = task;
    root.epoch = epoch;
    return root;
  }

  @Override
  public <T> Forked<T> fork(Task<T> child) {
    return new Forked<>(this, strand.fork(this, child), strand.stamps, child);
  }

  @Override
  public Forked.OfLong fork(LongTask child) {
    return new Forked.OfLong(this, strand.fork(this, child), strand.stamps, child);
  }

  @Override
  public Forked.OfDouble fork(DoubleTask child) {
    return new Forked.OfDouble(this, strand.fork(this, child), strand.stamps, child);
  }

  @Override
  public <T> Forked<T> forkAt(int pe, Task<T> child) {
    return new Forked<>(this, strand.forkAt(this, child, pe), strand.stamps, child);
  }

  @Override
  public TaskHandle forkAfter(Task<?> child, TaskHandle... dependencies) {
    return strand.deferred.forkAfter(this, child, Deferrals.ANYWHERE, dependencies);
  }

  @Override
  public TaskHandle forkAfter(int pe, Task<?> child, TaskHandle... dependencies) {
    strand.runtime.requirePe(pe);
    return strand.deferred.forkAfter(this, child, pe, dependencies);
  }

  @Override
  public void detach(Task<?> task) {
    strand.deferred.detach(this, task, Deferrals.ANYWHERE);
  }

  @Override
  public void detach(int pe, Task<?> task) {
    strand.runtime.requirePe(pe);
    strand.deferred.detach(this, task, pe);
  }

  @Override
  public void join(TaskHandle task) {
    strand.deferred.join(this, task);
  }

  @Override
  public TaskHandle promise() {
    return strand.deferred.promise(this, ProgramLines.ofCaller());
  }

  @Override
  public void fulfil(TaskHandle promise) {
    strand.deferred.fulfil(this, promise);
  }

  @Override
  public void fulfil(TaskHandle promise, Object value) {
    strand.deferred.fulfil(this, promise, value);
  }

  @Override
  public <T> T value(TaskHandle promise, Class<T> type) {
    return strand.deferred.value(this, promise, type);
  }

  @Override
  public <T> T join(Forked<T> child) {
    return child.parent == this
        ? strand.join(this, child.frame, child.stamp, child.task)
        : foreign(child.task);
  }

  @Override
  public long join(Forked.OfLong child) {
    return child.parent == this
        ? strand.joinLong(this, child.frame, child.stamp, child.task)
        : foreign(child.task);
  }

  @Override
  public double join(Forked.OfDouble child) {
    return child.parent == this
        ? strand.joinDouble(this, child.frame, child.stamp, child.task)
        : foreign(child.task);
  }

  private <T> T foreign(Task<T> task) {
    throw Joins.notAChild(this, task);
  }

  @Override
  public void sync() {
    running().sync(this, strand.top);
  }

  @Override
  public void forkJoin(Task<?>... tasks) {
    running().forkJoin(this, tasks);
  }

  @Override
  public void attend() {
    running().attend(this);
  }

  @Override
  public void charge(long nanos) {
    strand.requireOwn(this);
    strand.steps.charge(nanos);
  }

  @Override
  public void share(long nanos) {
    running().share(this, nanos);
  }

  @Override
  public int pe() {
    return running().runtime.rank;
  }

  @Override
  public int worker() {
    return running().worker.index;
  }

  @Override
  public GlobalAddressSpace space() {
    return running().runtime.space;
  }

  private TaskExecution running() {
    strand.requireRunning(this);
    return strand;
  }

  // --- what others have of the strand

  @Override
  Frame forker() {
    if (strand == null) {
      return null;
    }
    if (index != 0) {
      return strand.parentOf(this);
    }
    Frame claimed = strand.cancellation.origin();
    return claimed == null ? null : claimed.forker();
  }

  @Override
  void failedElsewhere() {
    strand.joins.failed(this);
  }

  @Override
  GasException stop() {
    return strand.cancellation.stop(this);
  }

  @Override
  void finish(Frame child, long use, Frame.Ending ending) {
    strand.joins.finish(this, child, use, ending);
  }

  @Override
  boolean isUnjoined(Frame child, long use) {
    return strand.joins.isChild(this, child, use);
  }

  @Override
  void requireJoining() {
    strand.requireRunning(this);
    strand.requireNoLock(this);
  }
}
