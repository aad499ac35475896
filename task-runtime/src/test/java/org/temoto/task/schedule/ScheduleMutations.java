package org.temoto.task.schedule;

import java.util.List;
import org.temoto.task.program.Mutation;

/** Steps of the steal protocol, each left out or done wrong. */
final class ScheduleMutations {
  private static final String TASK = "task-runtime/src/main/java/org/temoto/task/";

  private ScheduleMutations() {}

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "no-ack",
              "an area is used again before its thieves have copied their slots",
              TASK + "deque/SharedPart.java",
              "words.acknowledged(area) < owed[area]",
              "false"),
          Mutation.of(
              "ack-before-copy",
              "a thief acknowledges before it has copied the slot",
              TASK + "steal/RemoteClaim.java",
              "channel.get(owner, from, slots, 0, (long) count * SlotLayout.BYTES);"
                  + " Claimer.acknowledge(word, words, count);",
              "Claimer.acknowledge(word, words, count);"
                  + " channel.get(owner, from, slots, 0, (long) count * SlotLayout.BYTES);"),
          Mutation.of(
              "never-ack",
              "a thief does not acknowledge",
              TASK + "steal/RemoteClaim.java",
              "Claimer.acknowledge(word, words, count);",
              ""),
          Mutation.of(
              "read-then-set",
              "the owner takes tasks back by reading and then setting the word, not by one swap",
              TASK + "deque/SharedPart.java",
              "long word = words.swap(StealWord.of(tag, lastArea * AREA_SLOTS, 0));",
              "long word = words.read(); words.swap(StealWord.of(tag, lastArea * AREA_SLOTS, 0));"),
          Mutation.of(
              "lost-withdraw-race",
              "what thieves claimed while the owner was about to take it back counts as taken back",
              TASK + "Offers.java",
              "int taken = shared.withdraw();",
              "int taken = shared.claimed(); shared.withdraw();"),
          Mutation.of(
              "publish-before-slots",
              "the steal word is published before the slots are written",
              TASK + "Offers.java",
              "int count = fill(area, wanted, strand.memory.epoch(), forked);",
              "int count = wanted; shared.publish(area, count); fill(area, count, 0, null);",
              "shared.publish(area, count); site.wake",
              "site.wake"),
          Mutation.of(
              "flag-before-result",
              "the completion flag may overtake the result",
              TASK + "Completions.java",
              "channel.fence();",
              ""),
          Mutation.of(
              "old-flag",
              "the flag of an earlier use of a join cell counts",
              TASK + "join/JoinCells.java",
              "return flag(cell) == generations[cell];",
              "return flag(cell) != 0;"),
          Mutation.of(
              "cell-reuse",
              "a join cell is handed out again while a thief has its child",
              TASK + "Offers.java",
              "SlotLayout.write(memory, at, length, cell, worker.cells.generation(cell), overflow);",
              "SlotLayout.write(memory, at, length, cell, worker.cells.generation(cell), overflow);"
                  + " worker.cells.release(cell);"),
          Mutation.of(
              "free-before-get",
              "a result's buffer is freed before it has been read",
              TASK + "Completions.java",
              "channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);"
                  + " OverflowArena.free(channel, pe, overflow);",
              "OverflowArena.free(channel, pe, overflow);"
                  + " channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);"),
          Mutation.of(
              "free-task-before-get",
              "a task's buffer is freed before it has been read",
              TASK + "steal/TakenTask.java",
              "channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);"
                  + " OverflowArena.free(channel, pe, overflow);",
              "OverflowArena.free(channel, pe, overflow);"
                  + " channel.get(pe, overflow + OverflowLayout.PAYLOAD, bytes, 0, length);"),
          Mutation.of(
              "never-free",
              "a result's buffer is not freed",
              TASK + "Completions.java",
              "OverflowArena.free(channel, pe, overflow);",
              ""),
          Mutation.of(
              "early-arm",
              "a buffer counts as marked before its mark is there",
              TASK + "join/OverflowArena.java",
              "channel.swap(",
              "buffer.armed = true; channel.swap("),
          Mutation.of(
              "resume-twice",
              "a strand that goes on is still among the suspended",
              TASK + "Worker.java",
              "suspended.remove(i);",
              ""),
          Mutation.of(
              "lost-hand-over",
              "a strand that gets a worker is not woken",
              TASK + "WorkerStrand.java",
              "assigned = next; unpark();",
              "assigned = next;"));

  /** Steps of the protocol where thieves take half of what is on offer. */
  static final List<Mutation> HALVES =
      List.of(
          Mutation.of(
              "blind-half",
              "a thief does not look whether another one came between",
              TASK + "deque/Claimer.java",
              "words.compareAndSwap(word, word + half) != word",
              "words.compareAndSwap(word, word + half) == 0"),
          Mutation.of(
              "half-claims-one",
              "a thief that takes several adds one to the word",
              TASK + "deque/Claimer.java",
              "word + half)",
              "word + 1)"),
          Mutation.of(
              "acknowledge-one",
              "a thief that has taken several acknowledges one",
              TASK + "steal/RemoteClaim.java",
              "acknowledge(word, words, count)",
              "acknowledge(word, words)"),
          Mutation.of(
              "held-forgotten",
              "a thief keeps the first only of what it has taken",
              TASK + "Thief.java",
              "remote.others(other -> worker.held.add(held(other)));",
              ""),
          Mutation.of(
              "held-lost-on-offer",
              "what a thief has offered again and nobody has claimed is forgotten",
              TASK + "HeldTasks.java",
              "void takeBack(HeldTask task) { tasks.addLast(task);",
              "void takeBack(HeldTask task) {"),
          Mutation.of(
              "held-as-own",
              "the end of a task that is offered again is reported to who had taken it",
              TASK + "Offers.java",
              "held.taken().copyTo(site.heap, WorkerLayout.slot(worker.block, slot));",
              "held.taken().copyTo(site.heap, WorkerLayout.slot(worker.block, slot));"
                  + " SlotLayout.forker(site.heap, WorkerLayout.slot(worker.block, slot),"
                  + " site.rank, worker.block);"),
          Mutation.of(
              "held-by-strand",
              "a worker at its scheduling point does not look for what it holds",
              TASK + "Thief.java",
              "HeldTask held = worker.offers.nextHeld();",
              "HeldTask held = null;"));

  /** Steps of the request-driven protocol. */
  static final List<Mutation> REQUESTS =
      List.of(
          Mutation.of(
              "reply-before-task",
              "the answer may arrive before the task that comes with it",
              TASK + "Answers.java",
              "worker.channel.fence();",
              ""),
          Mutation.of(
              "read-then-clear",
              "two workers of a PE may take the same request",
              TASK + "Answers.java",
              "? worker.channel.swap(site.rank, mailbox, RequestWord.NONE)",
              "? worker.channel.fetch(site.rank, mailbox)"
                  + " + 0 * worker.channel.swap(site.rank, mailbox, RequestWord.NONE)"),
          Mutation.of(
              "older-stays-behind",
              "what is on offer inside the PE stays there when a younger task is given away",
              TASK + "Answers.java",
              "worker.offers.takeBack();",
              ""),
          Mutation.of(
              "withdrawn-all-the-same",
              "a thief forgets a request that has been taken",
              TASK + "steal/RemoteRequest.java",
              "!= request) { return false; }",
              "== 0) {}"),
          Mutation.of(
              "any-answer",
              "the answer to an earlier request counts",
              TASK + "steal/RemoteRequest.java",
              "ReplyWord.sequence(word) != sequence",
              "word == 0"));

  /** What makes a worker deaf to thieves after some rounds of an iterative program. */
  static final List<Mutation> DEAF =
      List.of(
          Mutation.of(
              "withdraw-forgets",
              "a withdrawal forgets that somebody was hungry",
              TASK + "deque/SharedPart.java",
              "hungry |= StealWord.isHungry(word) || taken == 0 && futile < FUTILE_OFFERS;",
              ""),
          Mutation.of(
              "hunger-not-noticed",
              "the owner does not look whether a thief has come in vain",
              TASK + "deque/SharedPart.java",
              "return hungry || StealWord.isHungry(words.read());",
              "return hungry;"));

  /** What leaves a thief without an answer for good. */
  static final List<Mutation> UNANSWERED =
      List.of(
          Mutation.of(
              "no-answer-owed",
              "a request that there is no task for is dropped",
              TASK + "Answers.java",
              "reply(request, Offers.NOT_NOW);",
              ""));
}
