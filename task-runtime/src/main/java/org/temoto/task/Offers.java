package org.temoto.task;

import org.temoto.gas.GasException;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.join.JoinCells;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.WorkerLayout;

/**
 * How a worker offers its oldest tasks to thieves, and takes back those that nobody has claimed.
 */
final class Offers {
  /** How far beyond the oldest task others are looked for. */
  private static final int HORIZON = 64;

  private final Site site;
  private final Worker worker;
  private final SharedPart<Frame> shared;

  /** What is to be offered next. */
  private final Frame[] chosen = new Frame[SharedPart.AREA_SLOTS];

  Offers(Site site, Worker worker) {
    this.site = site;
    this.worker = worker;
    this.shared = worker.shared;
  }

  /**
   * Offers something if thieves want it and it can be done.
   *
   * @param forked the task that is being forked, which is refused if it alone is to be offered and
   *     cannot be marshalled; or null. Others of the kind are passed over: their forks are over.
   * @return the steal word, or {@link TaskExecution#ATTEND} while they want more
   */
  long offerIfAsked(TaskExecution strand, Frame forked) {
    if (site.options.exposure() == RuntimeOptions.Exposure.NEVER) {
      return shared.word();
    }
    if (shared.isAsked()) {
      offer(strand, forked);
    }
    long word = shared.word();
    return shared.isAsked() ? TaskExecution.ATTEND : word;
  }

  /**
   * Offers the oldest tasks on the stack of {@code strand}, which has the worker, unless something
   * is on offer still or thieves have not finished copying: then the hunger is remembered for the
   * next time. A task that is too large for any overflow buffer, or cannot be marshalled, is passed
   * over for good.
   */
  private void offer(TaskExecution strand, Frame forked) {
    int area = shared.areaForOffer();
    if (area < 0) {
      return;
    }
    if (shared.offered() > 0) {
      claimed(shared.settleExhausted());
    }
    int count = fill(area, choose(strand), strand.memory.epoch(), forked);
    if (count == 0) {
      return;
    }
    if (site.pes > 1) {
      strand.memory.release(); // what the forkers have committed, before a thief of another PE can
      // see the task
    }
    shared.publish(area, count);
    site.wake(count);
  }

  /** Ends the offer: what nobody has claimed is private again. */
  void takeBack() {
    int offered = shared.offered();
    if (offered == 0) {
      return;
    }
    int base = shared.base();
    int taken = shared.withdraw();
    for (int i = taken; i < offered; i++) {
      Frame frame = shared.reference(base + i);
      if (site.pes > 1) {
        releaseSlot(base + i, frame);
      }
      frame.state(Frame.HERE);
      frame.strand.isHereAgain(frame);
    }
    claimed(taken);
  }

  private void claimed(int count) {
    for (int i = 0; i < count; i++) {
      Frame frame = shared.reference(shared.base() + i);
      frame.state(Frame.CLAIMED);
      worker.claimed.add(frame);
    }
  }

  /**
   * Chooses one task of a recursion, for the oldest is the largest; several of a flat row of
   * siblings, but not all.
   */
  private int choose(TaskExecution strand) {
    int available = 0;
    int siblings = 0;
    boolean row = true;
    int first = strand.oldestHere();
    if (first == FrameStack.NONE) {
      return 0;
    }
    int end = Math.min(strand.top, first + HORIZON);
    for (int i = first; i < end && available < 2 * chosen.length; i++) {
      Frame frame = strand.frames[i];
      row &= frame.state() != Frame.RUNNING; // above that are children of the task in it
      if (frame.isOfferable()) {
        available++;
        if (row && siblings < chosen.length) {
          chosen[siblings++] = frame;
        }
      }
    }
    return Math.min(siblings, (available + 1) / 2);
  }

  /**
   * Puts chosen tasks in place; fewer than {@code wanted} if cells or overflow buffers run out, or
   * some are too large.
   */
  private int fill(int area, int wanted, long epoch, Frame forked) {
    int count = 0;
    for (int i = 0; i < wanted; i++) {
      Frame frame = chosen[i];
      boolean refuse = frame == forked && count == 0;
      if (site.pes > 1 && !fillSlot(area * SharedPart.AREA_SLOTS + count, frame, refuse)) {
        if (frame.isOfferable()) {
          break;
        }
        continue;
      }
      frame.offer(epoch); // that of the strand, which is not older than any forker's was
      shared.place(area, count++, frame);
    }
    return count;
  }

  /** False if the task cannot be offered now; it is KEPT if it never can. */
  private boolean fillSlot(int slot, Frame frame, boolean refuse) {
    if (!ensureCell(frame)) { // first: to find one may read outcomes, by the same marshaller
      return false;
    }
    long at = WorkerLayout.slot(worker.block, slot);
    int length = marshal(frame, at, refuse);
    if (length < 0 || worker.marshaller.isSpilled() && length > site.overflow.capacity()) {
      worker.completions.releaseCell(frame);
      frame.state(Frame.KEPT);
      return false;
    }
    long overflow = OverflowArena.NONE;
    if (worker.marshaller.isSpilled()) {
      overflow = site.overflow.allocate(length, worker.channel);
      if (overflow == OverflowArena.NONE) {
        worker.completions.releaseCell(frame);
        return false;
      }
      worker.marshaller.copySpill(site.heap, overflow + OverflowLayout.PAYLOAD);
    }
    int cell = frame.cellPlusOne - 1;
    SlotLayout.write(site.heap, at, length, cell, worker.cells.generation(cell), overflow);
    return true;
  }

  /** The bytes of the task, or -1 if it cannot be marshalled and is not to be refused. */
  private int marshal(Frame frame, long slot, boolean refuse) {
    try {
      return worker.marshaller.write(
          frame.task, site.heap, slot + SlotLayout.PAYLOAD, SlotLayout.CAPACITY);
    } catch (GasException refusal) {
      if (refuse) {
        worker.completions.releaseCell(frame);
        throw refusal;
      }
      return -1;
    }
  }

  private void releaseOverflow(long overflow) {
    if (overflow != OverflowArena.NONE) {
      site.overflow.release(overflow);
    }
  }

  /** A cell for a child that has none; collects what has arrived if all are in use. */
  private boolean ensureCell(Frame child) {
    if (child.cellPlusOne != 0) {
      return true;
    }
    int cell = worker.cells.allocate();
    if (cell == JoinCells.NONE) {
      worker.completions.collectArrived();
      cell = worker.cells.allocate();
    }
    child.cellPlusOne = cell + 1;
    return cell != JoinCells.NONE;
  }

  private void releaseSlot(int slot, Frame child) {
    worker.cells.release(child.cellPlusOne - 1);
    child.cellPlusOne = 0;
    long overflow = SlotLayout.overflow(site.heap, WorkerLayout.slot(worker.block, slot));
    releaseOverflow(overflow);
  }

  /** Waits up to the option's patience for thieves to claim all that is on offer. */
  void awaitClaims() {
    long patience = site.options.patienceNanos();
    if (patience == 0 || site.isAlone()) {
      return;
    }
    long start = site.element.clock().now();
    while (shared.claimed() < shared.offered()
        && site.element.clock().now() - start < patience
        && !worker.hasAlarm()) {
      site.element.checkAlive();
      site.strands.yield();
    }
  }
}
