package org.temoto.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.temoto.gas.GasException;
import org.temoto.task.deque.SharedPart;
import org.temoto.task.join.CellLayout;
import org.temoto.task.join.JoinCells;
import org.temoto.task.join.OverflowArena;
import org.temoto.task.join.OverflowLayout;
import org.temoto.task.steal.Inbox;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.WorkerLayout;

/**
 * Protocol by which a worker offers its oldest tasks to thieves, and takes back those that no thief
 * has claimed.
 */
final class Offers {
  /** No steal word: its claimed never exceeds its count so far. */
  static final long SLOW_PATH = -1;

  /** Result of {@link #write} when a task cannot be given away now. */
  static final int NOT_NOW = -1;

  /** Most tasks that are offered if thieves take one at a time. */
  private static final int FEW = 8;

  /** Reach beyond the oldest task in which others are looked for. */
  private static final int HORIZON = 64;

  /** So long thieves do not get what is at home where it is. */
  private static final long HOME_NANOS = 50_000;

  /** Tasks that would wait so long at home are for thieves, of so many that are counted. */
  private static final long AWAY_NANOS = 500_000;

  private static final int MOST_WAITING = 16;

  /** Tasks that are at home here that a worker which begins none holds for thieves. */
  private static final int HOME_HELD = 2;

  private static final long NEVER = Long.MIN_VALUE;

  private final PeRuntime runtime;
  private final WorkerIdentity worker;
  private final Completions completions;

  /** Releases that offers to other PEs wait for. */
  final OfferReleases releases;

  /** Answers to requests of other PEs, which come before thieves that claim. */
  final Answers answers;

  private final SharedPart<Offered> shared;

  /** Null where {@link #shared} is for this PE only, or for others only. */
  private final SharedPart<Frame> near;

  /** Takes a task that this PE has been sent, or null. */
  private final Supplier<HeldTask> sentHere;

  /** Takes a task that is at home here and has become ready, or null. */
  private final Supplier<HeldTask> readyHere;

  /** The same of one that another PE can run. */
  private final Supplier<HeldTask> givenHere;

  /** Forked tasks that are to be offered next. */
  private final Frame[] chosen;

  /** Held tasks that are to be offered next. */
  private final HeldTask[] chosenHeld = new HeldTask[SharedPart.AREA_SLOTS];

  /**
   * Moment at which thieves first wanted what is at home here, and did not get it; or {@link
   * #NEVER}.
   */
  private long keptSince = NEVER;

  /** True if what is on offer, or was last, are held tasks: an offer has one kind only. */
  private boolean ofHeld;

  /**
   * Strands in a row of which a worker that begins none has had nothing to give, for what waits for
   * others leaves no room.
   */
  private int withoutRoom;

  /** True if one that was written last may get room before others are told of. */
  private boolean roomToCome;

  Offers(WorkerIdentity worker, Completions completions) {
    this.runtime = worker.runtime;
    this.worker = worker;
    this.completions = completions;
    this.releases = new OfferReleases(runtime.element.clock());
    this.answers = new Answers(worker, this);
    this.shared = worker.shared;
    this.near = worker.near;
    this.sentHere = this::takeSent;
    this.readyHere = runtime.atHome::pollLast;
    this.givenHere = this::takeForOthers;
    this.chosen = new Frame[runtime.takesHalf() ? SharedPart.AREA_SLOTS : FEW];
  }

  private HeldTask takeSent() {
    TakenTask sent = runtime.inbox.take(worker.channel);
    return sent == null ? null : worker.held.of(sent);
  }

  private HeldTask takeForOthers() {
    Optional<HeldTask> youngest =
        readyForOthers().filter(runtime.atHome::removeLastOccurrence).findFirst();
    return youngest.orElse(null);
  }

  /** Tasks that are ready and at home here and that other PEs can run, youngest first. */
  private Stream<HeldTask> readyForOthers() {
    Iterable<HeldTask> youngestFirst = runtime.atHome::descendingIterator;
    return StreamSupport.stream(youngestFirst.spliterator(), false).filter(HeldTask::isInSlot);
  }

  /**
   * Offers something if thieves want it and it can be done.
   *
   * @param forked the task that is being forked, which is refused if it alone is to be offered and
   *     cannot be marshalled; or null. Others of the kind are passed over: their forks are over.
   * @return the steal word, or {@link #SLOW_PATH} while they want more
   */
  long offerIfAsked(StrandStack strand, Frame forked) {
    if (runtime.options.exposure() == RuntimeOptions.Exposure.NEVER) {
      return shared.word();
    }
    if (answers.isAsked()) {
      answers.answer(strand, forked);
    }
    if (isAskedNear()) {
      offerNear(strand);
    }
    if (shared.isAsked()) {
      offer(strand, forked);
    }
    long word = shared.word(); // before the mailboxes: a request is there before its bell
    VarHandle.acquireFence();
    return shared.isAsked() || isAskedNear() || answers.isAsked() ? SLOW_PATH : word;
  }

  private boolean isAskedNear() {
    return near != null && near.isAsked();
  }

  /**
   * Sends {@code child}, which is being forked, to {@code pe}; false if that has no room, or is
   * this PE, or if older tasks are here: these go first, so that a strand that waits for children
   * has none left behind.
   */
  boolean send(StrandStack strand, Frame child, int pe) {
    if (!runtime.offersElsewhere()
        || runtime.options.exposure() == RuntimeOptions.Exposure.NEVER
        || pe == runtime.rank) {
      return false;
    }
    if (hasForked()) {
      takeBack();
    }
    if (strand.oldestHere() != child.index) {
      return false;
    }
    int place = runtime.inbox.claim(worker.channel, pe);
    return place != Inbox.NONE && send(strand, child, pe, place);
  }

  private boolean send(StrandStack strand, Frame child, int pe, int place) {
    boolean sent = false;
    try {
      strand.memory.release(); // what the forker has committed, before the receiver sees the task
      int length = write(strand, child, worker.scratch, 0, child);
      if (length != NOT_NOW && !fitsIntoSlot()) {
        takeBackWritten(child);
      } else if (length != NOT_NOW) {
        child.offer(strand.memory.epoch());
        child.claim();
        worker.claimed.add(child);
        runtime.inbox.send(worker.channel, pe, place, worker.scratch, SlotLayout.PAYLOAD + length);
        sent = true;
      }
    } finally {
      if (!sent) {
        runtime.inbox.giveUp(worker.channel, pe, place);
      }
    }
    return sent;
  }

  /**
   * Tells whether the task written last fitted into its slot. Others are not sent: two PEs that
   * have sent each other tasks that are in overflow buffers, and wait for room for results, would
   * do so for ever.
   */
  private boolean fitsIntoSlot() {
    return SlotLayout.overflow(worker.scratch, 0) == OverflowArena.NONE;
  }

  private void takeBackWritten(Frame child) {
    worker.cells.release(child.takeCell());
    releaseOverflow(SlotLayout.overflow(worker.scratch, 0));
  }

  /**
   * Offers what there is, also if no thief has asked yet, for the strand will not look for long.
   */
  void offerUnasked(StrandStack strand) {
    if (runtime.options.exposure() == RuntimeOptions.Exposure.NEVER) {
      return;
    }
    if (near != null && strand.oldestHere() != FrameStack.NONE) {
      offerNear(strand);
    }
    if (strand.oldestHere() != FrameStack.NONE) {
      offer(strand, null);
    }
  }

  /**
   * As {@link #offer}, to workers of this PE: they take the tasks as they are, and see what their
   * forkers have committed without a release. They look at the other offer, too: there is one at a
   * time, or a strand might wait for a younger task while an older one is on offer.
   */
  private void offerNear(StrandStack strand) {
    if (!worker.held.isEmpty()) {
      offer(strand, null);
    }
    int area = near.areaForOffer();
    // mutant: near-beside-older
    if (area < 0 || shared.claimed() < shared.offered()) {
      return;
    }
    if (near.offered() > 0) {
      claimed(near, near.settleExhausted());
    }
    if (shared.offered() > 0) {
      claimed(shared, shared.settleExhausted());
    }
    int count = choose(strand, strand.oldestHere());
    if (count == 0) {
      return;
    }
    for (int i = 0; i < count; i++) {
      chosen[i].offer(strand.memory.epoch());
      near.place(area, i, chosen[i]);
    }
    near.publish(area, count);
    runtime.wake(count);
  }

  /**
   * Offers the oldest tasks on the stack of {@code strand}, which has the worker, unless something
   * is on offer still or thieves have not finished copying: then the hunger is remembered for the
   * next time. A task that is too large for any overflow buffer, or cannot be marshalled, is passed
   * over for good.
   */
  private void offer(StrandStack strand, Frame forked) {
    int area = shared.areaForOffer();
    if (area < 0) {
      return;
    }
    if (shared.offered() > 0) {
      claimed(shared, shared.settleExhausted());
    }
    boolean isKept = keepHome(strand);
    if (isOnOfferNear()) {
      if (isKept || runtime.isAnyFree()) {
        return;
      }
      // mutant: near-stays-behind
      takeBackNear();
    } else if (near != null && near.offered() > 0) {
      claimed(near, near.settleExhausted());
    }
    holdHome();
    if (!isKept && !runtime.isAnyFree()) {
      boolean isLong = hasLongQueue();
      worker.held.addAtHome(2, sentHere);
      if (isLong) {
        // what it begins no more, and cannot give away, others of the PE are to find
        Supplier<HeldTask> ready = worker.beginsNone() ? givenHere : readyHere;
        worker.held.addAtHome(runtime.waitingAtHome(MOST_WAITING) / 2, ready);
      }
    }
    if (!worker.held.isEmpty() && offerHeld(area)) { // they are older than all forked since
      return;
    }
    if (isKept && isOldestAtHome(strand)) {
      return;
    }
    beginTry();
    int oldest = strand.oldestHere();
    int last = offerFrom(strand, oldest, area, forked);
    while (last != FrameStack.NONE && passesOver(strand)) {
      int next = strand.hereAbove(last);
      if (next == FrameStack.NONE) {
        noRoom(strand);
        return;
      }
      last = offerFrom(strand, next, area, forked);
    }
  }

  /**
   * Tells whether younger tasks are offered before one that gets no room: only by a worker that
   * begins none, or it would keep back what others may wait for. Its strand may wait for the
   * younger one and leave the older.
   */
  boolean passesOver(StrandStack strand) {
    boolean passes = worker.beginsNone() && worker.cells.hasFree();
    strand.passedOver |= passes;
    return passes;
  }

  /** The tasks that a strand has left are about to be tried. */
  void beginTry() {
    roomToCome = false;
  }

  /**
   * None of what a strand has left got room. It is not to come if only what waits is in its way:
   * that stays until a task ends.
   */
  void noRoom(StrandStack strand) {
    withoutRoom += roomToCome || strand.oldestHere() == FrameStack.NONE ? 0 : 1;
  }

  /** So many strands have been tried without one that had something to give. */
  int withoutRoom() {
    return withoutRoom;
  }

  /** All strands have been tried, or one has given. */
  void tryAnew() {
    withoutRoom = 0;
  }

  /**
   * Offers the oldest from frame {@code first} on.
   *
   * @return the last frame that was tried, if none had room; else {@link FrameStack#NONE}
   */
  private int offerFrom(StrandStack strand, int first, int area, Frame forked) {
    int wanted = choose(strand, first);
    if (wanted == 0) {
      releases.nothingToOffer();
      return FrameStack.NONE;
    }
    // mutant: no-release-on-expose
    if (runtime.offersElsewhere()
        && !releases.isReleased(strand, worker.memory(), chosen[wanted - 1])) {
      return FrameStack.NONE;
    }
    ofHeld = false;
    // mutant: publish-before-slots/1
    int count = fill(strand, area, wanted, forked);
    if (count == 0) {
      return chosen[wanted - 1].index;
    }
    tryAnew();
    keptSince = NEVER;
    // mutant: publish-before-slots/2
    shared.publish(area, count);
    runtime.wake(count);
    return FrameStack.NONE;
  }

  /** Leaves held tasks that no other PE can run to the workers of this one. */
  void leaveToOthersHere() {
    List<HeldTask> large = runtime.workers.length == 1 ? List.of() : worker.held.takeLarge();
    if (!large.isEmpty()) {
      runtime.atHome.addAll(large);
      runtime.wake(large.size());
    }
  }

  /** Has the worker hold what is at home here and no worker begins, for thieves of other PEs. */
  void holdHome() {
    if (!worker.held.canGive() && hasHomeForOthers()) {
      int most = worker.held.size() + HOME_HELD;
      worker.held.addAtHome(most, sentHere);
      worker.held.addAtHome(most, givenHere);
    }
  }

  /** Tells whether tasks are at home here that only workers of other PEs can begin. */
  boolean hasHomeForOthers() {
    return runtime.pes > 1
        && worker.beginsNone()
        && !runtime.isAnyFree()
        && !runtime.isAnyAtWork()
        && (runtime.inbox.hasArrived() || readyForOthers().findFirst().isPresent());
  }

  /**
   * Tells whether to keep tasks that are at home here, those that have been sent and the oldest:
   * thieves have not wanted them for long, and others of their own may be on their way to them.
   * Workers of this PE are at home, too, and are offered them by {@link #offerNear}.
   */
  private boolean keepHome(StrandStack strand) {
    boolean isHome =
        isOldestAtHome(strand) || isOnOfferNear() && isNearAtHome() || runtime.inbox.hasArrived();
    if (!isHome || !runtime.offersElsewhere()) {
      keptSince = NEVER;
      return false;
    }
    long now = runtime.element.clock().now();
    keptSince = keptSince == NEVER ? now : keptSince;
    return now - keptSince < HOME_NANOS;
  }

  /**
   * Tells whether tasks that are at home here would wait for so long, if each takes as long as what
   * the worker did last, that they are better off elsewhere, though their data are here.
   */
  boolean hasLongQueue() {
    return runtime.waitingAtHome(MOST_WAITING) * worker.times.lastWork() >= AWAY_NANOS;
  }

  private boolean isOnOfferNear() {
    return near != null && near.claimed() < near.offered();
  }

  private boolean isNearAtHome() {
    return near.reference(near.base()).isAtHome();
  }

  private static boolean isOldestAtHome(StrandStack strand) {
    int oldest = strand.oldestHere();
    return oldest != FrameStack.NONE && strand.frames[oldest].isAtHome();
  }

  /**
   * Offers half of what the worker holds, whose forkers have released what they had committed;
   * false if that is nothing.
   */
  private boolean offerHeld(int area) {
    int size = worker.held.choose(chosenHeld);
    if (size == 0) {
      return false;
    }
    ofHeld = true;
    for (int i = 0; i < size; i++) {
      HeldTask held = chosenHeld[i];
      int slot = area * SharedPart.AREA_SLOTS + i;
      // mutant: held-as-own
      held.taken().copyTo(runtime.heap, WorkerLayout.slot(worker.block, slot));
      shared.place(area, i, held);
      chosenHeld[i] = null;
    }
    shared.publish(area, size);
    runtime.wake(size);
    return true;
  }

  /** Tells whether tasks forked here are on offer. */
  boolean hasForked() {
    return !ofHeld && shared.offered() != 0 || near != null && near.offered() != 0;
  }

  /** The held task that is to be run next, or null. */
  HeldTask nextHeld() {
    if (ofHeld && worker.held.isEmpty()) {
      takeBack();
    }
    return worker.held.next();
  }

  /**
   * Has the worker hold what is here, so that {@code strand} leaves nothing behind if it has to
   * wait for what these tasks may be needed for. Their ends are reported as those of tasks that
   * other PEs run. Tasks too large for any buffer stay.
   */
  void holdAll(TaskExecution strand) {
    takeBack();
    if (strand.oldestHere() == FrameStack.NONE) {
      return;
    }
    strand.memory.release();
    for (int at = strand.oldestHere(); at != FrameStack.NONE; at = strand.oldestHere()) {
      Frame frame = strand.frames[at];
      MemorySegment slot = Arena.ofAuto().allocate(SlotLayout.BYTES, WorkerLayout.LINE);
      if (write(strand, frame, slot, 0, null) != NOT_NOW) {
        frame.offer(strand.memory.epoch());
        frame.claim();
        worker.claimed.add(frame);
        worker.held.add(TakenTask.of(slot));
      } else if (frame.isOfferable()) { // cells or buffers have run out
        strand.awaitRoom(() -> !frame.isOfferable());
      }
    }
  }

  /** Ends the offers: what no thief has claimed is private again. */
  void takeBack() {
    if (near != null && near.offered() != 0) {
      takeBackNear();
    }
    if (shared.offered() != 0) {
      takeBackShared();
    }
  }

  private void takeBackNear() {
    int offered = near.offered();
    int base = near.base();
    int taken = near.withdraw();
    for (int i = taken; i < offered; i++) {
      isHereAgain(near.reference(base + i));
    }
    claimed(near, taken);
  }

  private void takeBackShared() {
    int offered = shared.offered();
    int base = shared.base();
    // mutant: lost-withdraw-race
    int taken = shared.withdraw();
    for (int i = taken; i < offered; i++) {
      switch (shared.reference(base + i)) {
        case Frame frame -> takeBack(base + i, frame);
        case HeldTask held -> worker.held.takeBack(held);
      }
    }
    claimed(shared, taken);
  }

  private void takeBack(int slot, Frame frame) {
    if (runtime.offersElsewhere()) {
      releaseSlot(slot, frame);
    }
    isHereAgain(frame);
  }

  private static void isHereAgain(Frame frame) {
    frame.demote();
    frame.stack.isHereAgain(frame);
  }

  private void claimed(SharedPart<? extends Offered> of, int count) {
    for (int i = 0; i < count; i++) {
      if (of.reference(of.base() + i) instanceof Frame frame) { // else not joined here
        frame.claim();
        worker.claimed.add(frame);
      }
    }
  }

  /**
   * Chooses one task of a recursion, for the oldest is the largest; several of a flat row of
   * siblings, but not all.
   */
  private int choose(StrandStack strand, int first) {
    int available = 0;
    int siblings = 0;
    boolean row = true;
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
  private int fill(StrandStack strand, int area, int wanted, Frame forked) {
    long epoch = strand.memory.epoch(); // not older than any forker's was
    int count = 0;
    for (int i = 0; i < wanted; i++) {
      Frame frame = chosen[i];
      if (runtime.offersElsewhere()
          && !fillSlot(
              strand, area * SharedPart.AREA_SLOTS + count, frame, count == 0 ? forked : null)) {
        if (frame.isOfferable() && !passesOver(strand)) {
          break;
        }
        continue;
      }
      frame.offer(epoch);
      shared.place(area, count++, frame);
    }
    return count;
  }

  private boolean fillSlot(StrandStack strand, int slot, Frame frame, Frame forked) {
    return write(strand, frame, runtime.heap, WorkerLayout.slot(worker.block, slot), forked)
        != NOT_NOW;
  }

  /**
   * Writes the task as thieves of other PEs get it, to a slot at {@code at} of {@code memory}; with
   * a join cell for its end.
   *
   * @param forked the task that is being forked, which is refused if it cannot be marshalled; or
   *     null
   * @return its bytes in the slot, or {@link #NOT_NOW}; the frame is KEPT if it will never be
   */
  int write(StrandStack strand, Frame frame, MemorySegment memory, long at, Frame forked) {
    if (!ensureCell(frame)) { // first: to find one may read outcomes, by the same marshaller
      return NOT_NOW;
    }
    int length = marshal(frame, memory, at, forked);
    if (length < 0) {
      completions.releaseCell(frame);
      frame.retain();
      frame.stack.keeps();
      return NOT_NOW;
    }
    long overflow = OverflowArena.NONE;
    int here = length;
    if (worker.marshaller.isSpilled()) {
      overflow = runtime.overflow.allocate(length, false, worker.channel);
      if (overflow == OverflowArena.NONE) {
        completions.releaseCell(frame);
        roomToCome |= runtime.overflow.hasRoomForTaskBesideLasting(length);
        return NOT_NOW;
      }
      worker.marshaller.copySpill(runtime.heap, overflow + OverflowLayout.PAYLOAD);
      here = 0;
    }
    int cell = frame.cell();
    // mutant: cell-reuse
    SlotLayout.write(memory, at, length, cell, worker.cells.generation(cell), overflow);
    SlotLayout.forker(memory, at, runtime.rank, worker.block);
    SlotLayout.watched(memory, at, strand.watchNumber(frame));
    return here;
  }

  /** The bytes of the task; negative if too many, or if it cannot be marshalled nor be refused. */
  private int marshal(Frame frame, MemorySegment memory, long slot, Frame forked) {
    try {
      return worker.marshaller.write(
          frame.task, memory, slot + SlotLayout.PAYLOAD, SlotLayout.CAPACITY);
    } catch (GasException refusal) {
      if (frame == forked) {
        completions.releaseCell(frame);
        throw refusal;
      }
      return -1;
    }
  }

  private void releaseOverflow(long overflow) {
    if (overflow != OverflowArena.NONE) {
      runtime.overflow.release(overflow);
    }
  }

  /** The frame of a group of children is claimed from the beginning. */
  void claimGroup(StrandStack strand, Frame frame) {
    int cell = worker.cells.allocateForGroup();
    if (cell == JoinCells.NONE) {
      strand.dropRefused(frame);
      throw new GasException(
          "more than %s tasks of this worker join a handle, or have not joined children that wait for others: there may be at most so many at once"
              .formatted(CellLayout.GROUPS));
    }
    claim(strand, frame, cell);
  }

  /** {@code frame}, of a group that ends in {@code cell}, is claimed. */
  void claim(StrandStack strand, Frame frame, int cell) {
    frame.giveCell(cell);
    frame.offer(strand.memory.epoch());
    frame.claim();
    worker.claimed.add(frame);
  }

  /** A cell for a child that has none; collects what has arrived if all are in use. */
  private boolean ensureCell(Frame child) {
    if (child.hasCell()) {
      return true;
    }
    int cell = worker.cells.allocate();
    if (cell == JoinCells.NONE) {
      completions.collectArrived();
      cell = worker.cells.allocate();
    }
    child.giveCell(cell);
    return cell != JoinCells.NONE;
  }

  private void releaseSlot(int slot, Frame child) {
    worker.cells.release(child.takeCell());
    long overflow = SlotLayout.overflow(runtime.heap, WorkerLayout.slot(worker.block, slot));
    releaseOverflow(overflow);
  }

  /** Tells whether some of what is on offer is not claimed. */
  boolean isOnOffer() {
    return shared.claimed() < shared.offered() || isOnOfferNear();
  }
}
