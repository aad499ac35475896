package org.temoto.task.schedule;

import static org.temoto.task.program.Change.after;
import static org.temoto.task.program.Change.always;
import static org.temoto.task.program.Change.before;
import static org.temoto.task.program.Change.drop;
import static org.temoto.task.program.Change.firstOperand;
import static org.temoto.task.program.Change.instead;
import static org.temoto.task.program.Change.never;
import static org.temoto.task.program.Change.replace;
import static org.temoto.task.program.Change.swap;
import static org.temoto.task.program.Change.value;

import java.util.List;
import java.util.stream.Stream;
import org.temoto.task.program.Mutation;

/** Table of the steps of steals, dependencies and locks, each left out or done wrong. */
public final class ScheduleMutations {
  private ScheduleMutations() {}

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "no-ack",
              "an area is used again before its thieves have copied their slots",
              never()),
          Mutation.of(
              "ack-before-copy", "a thief acknowledges before it has copied the slot", swap()),
          Mutation.of("never-ack", "a thief does not acknowledge", drop()),
          Mutation.of(
              "read-then-set",
              "the owner takes tasks back by reading and then setting the word, not by one swap",
              replace("=", "= words.read();")),
          Mutation.of(
              "lost-withdraw-race",
              "what thieves claimed while the owner was about to take it back counts as taken back",
              replace("=", "= shared.claimed();")),
          Mutation.of(
              "publish-before-slots",
              "the steal word is published before the slots are written",
              instead(
                  "int count = wanted; shared.publish(area, count); fill(strand, area, count, null);"),
              drop()),
          Mutation.of(
              "near-stays-behind",
              "an older task stays on offer to its own PE when others are offered to all",
              drop()),
          Mutation.of(
              "near-beside-older",
              "a task is offered to its own PE while an older one is on offer to all",
              value("area < 0")),
          Mutation.of("flag-before-result", "the completion flag may overtake the result", drop()),
          Mutation.of(
              "old-flag",
              "the flag of an earlier use of a join cell counts",
              value("flag(cell) != 0")),
          Mutation.of(
              "cell-reuse",
              "a join cell is handed out again while a thief has its child",
              after("worker.cells.release(cell);")),
          Mutation.of(
              "free-before-get", "a result's buffer is freed before it has been read", swap()),
          Mutation.of(
              "free-task-before-get", "a task's buffer is freed before it has been read", swap()),
          Mutation.of("never-free", "a result's buffer is not freed", drop()),
          Mutation.of(
              "early-arm",
              "a buffer counts as marked before its mark is there",
              before("buffer.armed = true;")),
          Mutation.of("resume-twice", "a strand that goes on is still among the suspended", drop()),
          Mutation.of("lost-hand-over", "a strand that gets a worker is not woken", drop()));

  /** Steps of the protocol where thieves take half of what is on offer. */
  static final List<Mutation> HALVES =
      List.of(
          Mutation.of(
              "blind-half",
              "a thief does not look whether another one came between",
              replace("!= word", "== 0")),
          Mutation.of(
              "half-claims-one",
              "a thief that takes several adds one to the word",
              replace("+ half", "+ 1")),
          Mutation.of(
              "acknowledge-one",
              "a thief that has taken several acknowledges one",
              replace(", count", "")),
          Mutation.of(
              "held-forgotten", "a thief keeps the first only of what it has taken", drop()),
          Mutation.of(
              "held-lost-on-offer",
              "what a thief has offered again and nobody has claimed is forgotten",
              drop()),
          Mutation.of(
              "held-as-own",
              "the end of a task that is offered again is reported to who had taken it",
              after(
                  "SlotLayout.forker(runtime.heap, WorkerLayout.slot(worker.block, slot),"
                      + " runtime.rank, worker.block);")),
          Mutation.of(
              "held-by-strand",
              "a worker at its scheduling point does not look for what it holds",
              value("null")));

  /** Steps of the request-driven protocol. */
  static final List<Mutation> REQUESTS =
      List.of(
          Mutation.of(
              "reply-before-task",
              "the answer may arrive before the task that comes with it",
              drop()),
          Mutation.of(
              "read-then-clear",
              "two workers of a PE may take the same request",
              replace("?", "? worker.channel.fetch(runtime.rank, mailbox) + 0 *")),
          Mutation.of(
              "older-stays-behind",
              "what is on offer inside the PE stays there when a younger task is given away",
              drop()),
          Mutation.of(
              "withdrawn-all-the-same", "a thief forgets a request that has been taken", drop()),
          Mutation.of("any-answer", "the answer to an earlier request counts", value("word == 0")));

  /** Mutations that make a worker deaf to thieves after some rounds of an iterative program. */
  static final List<Mutation> DEAF =
      List.of(
          Mutation.of("withdraw-forgets", "a withdrawal forgets that somebody was hungry", drop()),
          Mutation.of(
              "hunger-not-noticed",
              "the owner does not look whether a thief has come in vain",
              firstOperand()));

  /** Mutations that leave a thief without an answer for good. */
  static final List<Mutation> UNANSWERED =
      List.of(
          Mutation.of("no-answer-owed", "a request that there is no task for is dropped", drop()));

  /** Steps by which tasks wait for others. */
  static final List<Mutation> DEPENDENCIES =
      List.of(
          Mutation.of(
              "earlier-waiters-lost",
              "who waits for a task forgets those that wait for it already",
              replace("HeadWord.state(head)", "HeadWord.NOBODY")),
          Mutation.of(
              "waits-blindly",
              "a task is put among the waiters of one that may have ended meanwhile",
              replace("compareAndSwap(pe, place, head,", "swap(pe, place, 0 * head +")),
          Mutation.of(
              "last-but-one",
              "a task starts while one of its dependencies has not ended",
              value("CountWord.count(word) == 1")),
          Mutation.of(
              "end-forgets-waiters",
              "the end of a task is told to none that waits for it",
              drop()));

  /** Steps by which records are used again. */
  static final List<Mutation> REUSE =
      List.of(
          Mutation.of(
              "freed-in-list",
              "a cancelled task's record is used again before the end that it waited for is told",
              replace("CountWord.hasLeft(count)", "CountWord.count(count) == 0")));

  /** Steps by which a run waits for tasks that are detached. */
  static final List<Mutation> DETACHED =
      List.of(
          Mutation.of(
              "detached-uncounted",
              "a task that is detached may end before it is counted",
              replace("fetchAdd", "add")),
          Mutation.of(
              "reserve-kept", "a worker that has no task keeps its part in the count", drop()));

  /** Steps by which promises carry values. */
  static final List<Mutation> VALUES =
      List.of(
          Mutation.of(
              "value-told-early",
              "a promise counts as fulfilled before its value is there",
              drop()),
          Mutation.of(
              "fulfilled-by-all",
              "who fulfils a promise does not look whether another has",
              never()));

  /** Steps of the queues in which strands wait for locks. */
  static final List<Mutation> LOCKS =
      List.of(
          Mutation.of(
              "last-left-kept", "a seat that was left stays the last of its queue", never()),
          Mutation.of(
              "left-unknown",
              "the strand before reads which seat comes next and does not mark it as known",
              instead("return next;")),
          Mutation.of(
              "seat-freed-early",
              "a seat that was left is free before it is passed over",
              always()),
          Mutation.of(
              "first-leaves",
              "a strand that is about to be the first leaves, and its seat is free",
              never()),
          Mutation.of(
              "taken-again-blindly",
              "a seat is taken again though it is about to be passed over",
              instead("swap(seat + 1L | LEFT, seat + 1L); return true;")),
          Mutation.of(
              "looks-before-first",
              "the first looks at the permits before it says that it is the first",
              swap()),
          Mutation.of("call-lost", "a call that comes after the look is forgotten", swap()));

  /** All of them. */
  public static Stream<Mutation> all() {
    return Stream.of(
            ALL, HALVES, REQUESTS, DEAF, UNANSWERED, DEPENDENCIES, REUSE, DETACHED, VALUES, LOCKS)
        .flatMap(List::stream);
  }
}
