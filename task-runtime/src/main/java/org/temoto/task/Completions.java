package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.task.join.CellLayout;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;

/**
 * Protocol that brings the end of a task that another PE ran to its forker: the thief's side and
 * the forker's.
 */
final class Completions {
  /** Characters of a name, of whatever script, that fit into a cell with the rest. */
  private static final int MOST_CHARACTERS = 48;

  private final PeRuntime runtime;
  private final Worker worker;
  private final Channel channel;

  Completions(Worker worker) {
    this.runtime = worker.runtime;
    this.worker = worker;
    this.channel = worker.channel;
  }

  /**
   * Reports the end of {@code task} to its forker's {@code cell} on PE {@code pe}; complete there
   * when this returns.
   */
  void report(int pe, long cell, long generation, Frame task) {
    put(pe, cell, task);
    flag(pe, cell, generation);
    if (task.completion() == Frame.THREW) {
      alarm(pe);
    }
  }

  /** Puts the outcome of {@code task} into a cell on {@code pe}, which is flagged then. */
  void put(int pe, long cell, Frame task) {
    put(pe, cell, task, false);
  }

  /** Puts the failure of a group, whose others have not ended, there. */
  void putFailure(int pe, long cell, Frame task) {
    put(pe, cell, task, true);
  }

  private void put(int pe, long cell, Frame task, boolean lasting) {
    MemorySegment frame = worker.scratch;
    Outcomes.Written written =
        Outcomes.write(
            runtime, worker.marshaller, task, frame, CellLayout.PAYLOAD, CellLayout.CAPACITY);
    long overflow = OverflowArena.NONE;
    boolean failed = written.failed();
    int here = written.length();
    if (worker.marshaller.isSpilled()) {
      overflow = awaitRoom(written.length(), lasting);
      if (overflow == OverflowArena.NONE) {
        failed = true;
        here =
            worker.marshaller.write(refused(task), frame, CellLayout.PAYLOAD, CellLayout.CAPACITY);
      } else {
        worker.marshaller.copySpill(runtime.heap, overflow + OverflowLayout.PAYLOAD);
        here = 0;
      }
    }
    CellLayout.write(frame, 0, written.length(), failed, runtime.rank, overflow);
    int bytes = CellLayout.PAYLOAD - CellLayout.LENGTH + here;
    channel.put(pe, cell + CellLayout.LENGTH, frame, CellLayout.LENGTH, bytes);
  }

  private long awaitRoom(long bytes, boolean lasting) {
    int atWork = worker.isAtWork() ? 1 : 0;
    runtime.wantRoom.addAndGet(atWork);
    try {
      return runtime.awaitRoom(bytes, lasting, channel, this::makeRoom);
    } finally {
      runtime.wantRoom.addAndGet(-atWork);
    }
  }

  /**
   * Reads what others have for this worker, and takes back what it offers: two PEs must not wait in
   * a ring.
   */
  void makeRoom() {
    collectArrived();
    worker.offers.takeBack();
  }

  /** Text that is told instead of an outcome that gets no room; fits into a cell. */
  private static String refused(Frame task) {
    if (task.completion() == Frame.CANCELLED) {
      return "";
    }
    if (task.completion() == Frame.RETURNED) {
      return "the result of task " + end(task.name());
    }
    return "a failure, " + end(Outcomes.reason(((TaskFailure) task.outcome).thrown()));
  }

  private static String end(String name) {
    return name.substring(Math.max(0, name.length() - MOST_CHARACTERS));
  }

  /** Tells the owner of the cell that the outcome is there; complete when this returns. */
  void flag(int pe, long cell, long generation) {
    // mutant: flag-before-result
    channel.fence(); // the outcome before its flag
    channel.set(pe, cell + CellLayout.FLAG, generation);
    channel.quiet();
  }

  /** Calls strands on {@code pe} that may see the failure whose flag is set. */
  void alarm(int pe) {
    runtime.alarm.raiseAt(pe, channel);
    channel.quiet();
  }

  /** Tells whether a claimed child has ended; reads its outcome if it arrived in a cell. */
  boolean poll(Frame child) {
    if (child.isComplete()) {
      return true;
    }
    if (!child.hasCell() || !worker.cells.isDone(child.cell())) {
      return false;
    }
    collect(child);
    return true;
  }

  /**
   * Reads all outcomes that have arrived in cells, which frees the overflow buffers, and the cells
   * of all but groups.
   */
  void collectArrived() {
    for (int i = 0; i < worker.claimed.size(); i++) {
      poll(worker.claimed.get(i));
    }
  }

  private void collect(Frame child) {
    int cell = child.cell();
    long at = worker.cells.offset(cell);
    int pe = CellLayout.pe(runtime.heap, at);
    int state = CellLayout.failed(runtime.heap, at) ? Frame.THREW : Frame.RETURNED;
    try {
      Object value = isRefused(at) ? refusal(child, at, pe) : read(at, pe, state);
      if (value instanceof TaskCancelledException) {
        state = Frame.CANCELLED;
      }
      child.outcome = state == Frame.THREW ? failure((Throwable) value, child, pe) : value;
    } catch (JobAbortedException e) {
      throw e;
    } catch (GasException e) {
      state = Frame.THREW;
      child.outcome = TaskFailure.of(e, child, pe);
    }
    child.remote = true;
    child.complete(state);
    if (child.group() == null) { // else its join reads words that go with the cell
      worker.cells.release(child.takeCell());
    }
  }

  private static TaskFailure failure(Throwable thrown, Frame child, int pe) {
    if (thrown instanceof TaskException passing) {
      passing.continueBy(TaskPath.of(child));
    }
    return TaskFailure.of(thrown, child, pe);
  }

  /** Tells whether the outcome got no room: it is larger than the cell, and in no buffer. */
  private boolean isRefused(long cell) {
    return CellLayout.overflow(runtime.heap, cell) == OverflowArena.NONE
        && CellLayout.length(runtime.heap, cell) > CellLayout.CAPACITY;
  }

  private Throwable refusal(Frame child, long cell, int pe) {
    Object what =
        worker.marshaller.read(runtime.heap, cell + CellLayout.PAYLOAD, CellLayout.CAPACITY);
    if (what.equals("")) {
      return new TaskCancelledException(TaskPath.text(child.task), pe);
    }
    RefusedException refusal =
        runtime.layout.tooLarge(
            what + ", with others that wait on PE " + pe + ",",
            CellLayout.length(runtime.heap, cell),
            runtime.overflow.capacity());
    return child.group() == null ? refusal : new TaskException(refusal.getMessage(), refusal, pe);
  }

  private Object read(long cell, int pe, int state) {
    long overflow = CellLayout.overflow(runtime.heap, cell);
    int length = CellLayout.length(runtime.heap, cell);
    if (overflow == OverflowArena.NONE) {
      return read(runtime.heap, cell + CellLayout.PAYLOAD, length, state);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(length);
      // mutant: free-before-get
      channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);
      // mutant: never-free
      OverflowArena.free(channel, pe, overflow);
      return read(bytes, 0, length, state);
    }
  }

  private Object read(MemorySegment from, long offset, int length, int state) {
    return state == Frame.THREW
        ? worker.marshaller.readFailure(from, offset, length)
        : worker.marshaller.read(from, offset, length);
  }

  /**
   * Gives back the cell that a child has for thieves of other PEs and does not need, as it ended in
   * place, or that of a group that has been joined.
   */
  void releaseCell(Frame child) {
    if (child.hasCell()) {
      worker.cells.release(child.takeCell());
    }
  }
}
