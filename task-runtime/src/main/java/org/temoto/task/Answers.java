package org.temoto.task;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.temoto.task.steal.ReplyWord;
import org.temoto.task.steal.RequestWord;
import org.temoto.task.steal.SlotLayout;
import org.temoto.task.steal.WorkerLayout;

/**
 * A worker's answers to requests of other PEs: its oldest task, or none. Requests are looked for at
 * forks and joins, and while the worker looks for work itself. A request is answered at once by the
 * worker that has swapped it out of its mailbox; that takes puts and their completion, but no help
 * of another PE: so requests cannot wait for each other in a ring.
 */
final class Answers {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final PeRuntime runtime;
  private final WorkerIdentity worker;
  private final Offers offers;
  private final long own;
  private final long any;

  Answers(WorkerIdentity worker, Offers offers) {
    this.runtime = worker.runtime;
    this.worker = worker;
    this.offers = offers;
    this.own = worker.block + WorkerLayout.MAILBOX;
    this.any = runtime.layout.mailbox();
  }

  boolean isAsked() {
    return isAsked(own) || isAsked(any);
  }

  private boolean isAsked(long mailbox) {
    // opaque: a worker that takes it does so by an atomic
    return (long) LONG.getOpaque(runtime.heap, mailbox) != RequestWord.NONE;
  }

  private long take(long mailbox) {
    // mutant: read-then-clear
    return isAsked(mailbox)
        ? worker.channel.swap(runtime.rank, mailbox, RequestWord.NONE)
        : RequestWord.NONE;
  }

  /**
   * Answers what is there.
   *
   * @param strand has the worker
   * @param forked the task that is being forked, or null; see {@link Offers}
   */
  void answer(StrandStack strand, Frame forked) {
    long request = take(own);
    if (request == RequestWord.NONE) {
      request = take(any);
    }
    if (request == RequestWord.NONE) {
      return;
    }
    int length = Offers.NOT_NOW;
    try {
      length = give(strand, forked);
    } finally { // also if the forked task is refused: the thief is owed an answer
      reply(request, length);
    }
  }

  /**
   * Hands the oldest task over to the thief.
   *
   * @return its bytes in the worker's scratch slot, or {@link Offers#NOT_NOW}
   */
  private int give(StrandStack strand, Frame forked) {
    // mutant: older-stays-behind
    offers.takeBack(); // those on offer are older, and none older may stay behind
    offers.holdHome();
    HeldTask held = worker.held.give();
    if (held != null) {
      held.taken().copyTo(worker.scratch, 0);
      return held.taken().bytes() - SlotLayout.PAYLOAD;
    }
    if (strand.oldestHere() == FrameStack.NONE) {
      return Offers.NOT_NOW;
    }
    worker.memory().release(); // what its forker has committed, before the thief can see the task
    offers.beginTry();
    for (int at = strand.oldestHere(); at != FrameStack.NONE; at = strand.hereAbove(at)) {
      Frame frame = strand.frames[at];
      int length = offers.write(strand, frame, worker.scratch, 0, forked);
      if (length != Offers.NOT_NOW) {
        frame.offer(strand.memory.epoch());
        frame.claim();
        worker.claimed.add(frame);
        offers.tryAnew();
        return length;
      }
      if (frame.isOfferable() && !offers.passesOver(strand)) {
        return Offers.NOT_NOW; // cells or overflow buffers have run out
      }
    }
    offers.noRoom(strand);
    return Offers.NOT_NOW;
  }

  private void reply(long request, int length) {
    int workers = runtime.layout.workers();
    int pe = RequestWord.thief(request) / workers;
    long thief = runtime.layout.worker(RequestWord.thief(request) % workers);
    long sequence = RequestWord.sequence(request);
    long word = ReplyWord.none(sequence, worker.index);
    if (length != Offers.NOT_NOW) {
      int bytes = SlotLayout.PAYLOAD + length;
      worker.channel.put(pe, thief + WorkerLayout.REPLY_SLOT, worker.scratch, 0, bytes);
      // mutant: reply-before-task
      worker.channel.fence(); // the task before the word that tells of it
      word = ReplyWord.task(sequence, worker.index);
    }
    worker.channel.set(pe, thief + WorkerLayout.REPLY, word);
    worker.channel.quiet(); // the worker may compute next and not communicate for long
  }

  /**
   * Has no task to give: refuses requests to this worker, and those to any if no other worker of
   * the PE is at work.
   */
  void refuse() {
    refuse(own);
    if (isAsked(any) && !runtime.isAnyAtWork()) {
      refuse(any);
    }
  }

  private void refuse(long mailbox) {
    long request = take(mailbox);
    if (request != RequestWord.NONE) {
      // mutant: no-answer-owed
      reply(request, Offers.NOT_NOW);
    }
  }
}
