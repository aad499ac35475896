package org.temoto.task;

import org.temoto.gas.GasException;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.deque.WorkDeque;
import org.temoto.task.join.JoinCells;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.WorkerLayout;

/**
 * How a worker offers its oldest tasks to thieves, and takes back those that nobody has claimed.
 */
final class Offers {
  private final Site site;
  private final Worker worker;
  private final WorkDeque<Child<?>> deque;
  private final SharedPart<Child<?>> shared;

  Offers(Site site, Worker worker) {
    this.site = site;
    this.worker = worker;
    this.deque = worker.deque;
    this.shared = worker.shared;
  }

  /**
   * Offers the oldest private tasks, unless something is on offer still or thieves have not
   * finished copying: then the hunger is remembered for the next time.
   *
   * @param keep so many of the youngest are not offered; 0 at a fork, where the oldest task is
   *     refused if it cannot be marshalled, while a join only leaves it
   */
  void offer(StrandMemory memory, int keep) {
    if (site.options.exposure() == RuntimeOptions.Exposure.NEVER) {
      return;
    }
    int area = shared.areaForOffer();
    if (area < 0) {
      return;
    }
    if (shared.offered() > 0) {
      claimed(shared.settleExhausted());
    }
    int count = fill(area, batch(keep), keep == 0);
    if (count == 0) {
      return;
    }
    if (site.pes > 1) {
      memory.release(); // what the forkers have committed, before a thief of another PE can see the
      // task
    }
    deque.offer(count);
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
      if (site.pes > 1) {
        releaseSlot(base + i, deque.offeredAt(i));
      }
    }
    claimed(taken);
  }

  private void claimed(int count) {
    for (int i = 0; i < count; i++) {
      worker.claimed.add(deque.offeredAt(i));
    }
    deque.settle(count);
  }

  /**
   * One task of a recursion, for the oldest is the largest; several of a flat row of siblings, but
   * not all.
   */
  private int batch(int keep) {
    int available = deque.privateSize() - keep;
    if (available <= 0) {
      return 0;
    }
    int most = Math.clamp(available / 2, 1, SharedPart.AREA_SLOTS);
    Child<?> parent = deque.privateAt(0).parent;
    int count = 1;
    while (count < most && deque.privateAt(count).parent == parent) {
      count++;
    }
    return count;
  }

  /**
   * Puts the oldest tasks in place; fewer than {@code wanted} if cells or overflow buffers run out,
   * or from the second on one is to be refused, whose turn is when it is the oldest: an offer is
   * made of those before it, and their cells and buffers are not forgotten. A task too large for
   * any buffer is left to its own PE, and with it what was forked after it, until it has run.
   */
  private int fill(int area, int wanted, boolean strict) {
    int count = 0;
    while (count < wanted) {
      Child<?> child = deque.privateAt(count);
      boolean refuse = strict && count == 0;
      if (site.pes > 1 && !fillSlot(area * SharedPart.AREA_SLOTS + count, child, refuse)) {
        break;
      }
      shared.place(area, count, child);
      count++;
    }
    return count;
  }

  private boolean fillSlot(int slot, Child<?> child, boolean refuse) {
    if (child.tooLarge) { // found once, and not marshalled again at every fork
      return false;
    }
    long at = WorkerLayout.slot(worker.block, slot);
    int length = marshal(child, at, refuse);
    if (length < 0) {
      return false;
    }
    long overflow = OverflowArena.NONE;
    if (worker.marshaller.isSpilled()) {
      overflow = spill(child, length);
      if (overflow == OverflowArena.NONE) {
        return false;
      }
    }
    if (!ensureCell(child)) {
      releaseOverflow(overflow);
      return false;
    }
    int cell = child.cellPlusOne - 1;
    SlotLayout.write(site.heap, at, length, cell, worker.cells.generation(cell), overflow);
    return true;
  }

  /** The bytes of the task, or -1 if it cannot be marshalled and is not to be refused. */
  private int marshal(Child<?> child, long slot, boolean refuse) {
    try {
      return worker.marshaller.write(
          child.task, site.heap, slot + SlotLayout.PAYLOAD, SlotLayout.CAPACITY);
    } catch (GasException refusal) {
      if (refuse) {
        throw refusal;
      }
      return -1;
    }
  }

  private long spill(Child<?> child, int length) {
    if (length > site.overflow.capacity()) {
      child.tooLarge = true;
      return OverflowArena.NONE;
    }
    long overflow = site.overflow.allocate(length, worker.channel);
    if (overflow != OverflowArena.NONE) {
      worker.marshaller.copySpill(site.heap, overflow + OverflowLayout.PAYLOAD);
    }
    return overflow;
  }

  private void releaseOverflow(long overflow) {
    if (overflow != OverflowArena.NONE) {
      site.overflow.release(overflow);
    }
  }

  /** A cell for a child that has none; collects what has arrived if all are in use. */
  private boolean ensureCell(Child<?> child) {
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

  private void releaseSlot(int slot, Child<?> child) {
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
    while (shared.claimed() < shared.offered() && site.element.clock().now() - start < patience) {
      site.element.checkAlive();
      site.strands.yield();
    }
  }
}
