package org.temoto.fuzz;

import static org.temoto.task.program.Change.after;
import static org.temoto.task.program.Change.always;
import static org.temoto.task.program.Change.around;
import static org.temoto.task.program.Change.before;
import static org.temoto.task.program.Change.drop;
import static org.temoto.task.program.Change.firstOperand;
import static org.temoto.task.program.Change.instead;
import static org.temoto.task.program.Change.moveAfter;
import static org.temoto.task.program.Change.moveOut;
import static org.temoto.task.program.Change.never;
import static org.temoto.task.program.Change.replace;
import static org.temoto.task.program.Change.value;

import java.util.List;
import org.temoto.task.program.Mutation;

/**
 * A table of the steps of the coherence protocol that are left out of the real engine and runtime,
 * one after the other.
 */
final class CoherenceMutations {
  /** The names are those of the executable model that the protocol comes from. */
  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "no-release-on-expose",
              "commits may still be on their way when a task is handed to another PE",
              never()),
          Mutation.of(
              "old-release-on-expose",
              "a release counts for tasks that were forked after it",
              firstOperand()),
          Mutation.of(
              "release-of-another",
              "a release counts for tasks that another strand has forked before it",
              value("frame.stamp <= coveredStamp")),
          Mutation.of(
              "no-wait-on-offer", "a release that was started for an offer is not awaited", drop()),
          Mutation.of(
              "no-release-on-complete",
              "commits may still be on their way when a stolen task's end is seen",
              drop()),
          Mutation.of(
              "no-release-on-end",
              "commits of a task may still be on their way when those that come after it start",
              around("if (!hasHandle) {", "}")),
          Mutation.of(
              "no-acquire-on-start",
              "a task that comes after others trusts what its PE validated before they ended",
              around("if (!hasHandle) {", "}")),
          Mutation.of(
              "no-release-on-defer",
              "commits may still be on their way when a task is forked after others",
              drop()),
          Mutation.of(
              "no-release-on-detach",
              "commits may still be on their way when a task is detached",
              drop()),
          Mutation.of(
              "no-release-on-fulfil",
              "commits may still be on their way when a promise is fulfilled",
              drop()),
          Mutation.of(
              "no-acquire-on-fence", "an acquire fence of the program does nothing", drop()),
          Mutation.of(
              "no-wait-on-fence",
              "a release fence of the program returns before the data has arrived",
              replace("releaseAll", "releaseAllAsync")),
          Mutation.of("no-acquire-on-lock", "who gets a lock trusts what is here", drop()),
          Mutation.of(
              "no-release-on-unlock",
              "commits may still be on their way when a lock is handed on",
              drop()),
          Mutation.of("no-acquire-on-permit", "who gets a permit trusts what is here", drop()),
          Mutation.of(
              "no-release-on-permit",
              "commits may still be on their way when a permit is released",
              drop()),
          Mutation.of(
              "no-wait-on-await", "a release that the program has started is not awaited", drop()),
          Mutation.of(
              "release-skips-others",
              "a release does not wait for what another strand of its PE is releasing",
              instead("return;")),
          Mutation.of(
              "no-acquire-on-steal",
              "a thief trusts what its PE validated before the steal",
              drop()),
          Mutation.of(
              "no-acquire-on-join",
              "a joiner trusts what its PE validated before the join",
              drop()),
          Mutation.of(
              "no-view-refresh",
              "views that were open across a fork are not revalidated after the join",
              drop()),
          Mutation.of("forwarded-unfilled", "a reader hands on what it has not put there", drop()),
          Mutation.of(
              "forwarded-old-version", "a reader takes an older version of another one", never()),
          Mutation.of(
              "no-spare-active",
              "a refetch overwrites bytes that another task of this PE has open for writing",
              drop()),
          Mutation.of(
              "no-spare-pending",
              "a refetch overwrites bytes whose commit is still on its way",
              drop()),
          Mutation.of(
              "unchanged-committed",
              "all that an automatic view has open is committed, also what others have changed",
              never()),
          Mutation.of(
              "twin-not-kept",
              "changes through a view are looked for without a twin from before",
              drop()),
          Mutation.of(
              "twin-not-told",
              "a commit of all of a view's bytes puts what the twin had before",
              never()),
          Mutation.of(
              "twin-not-fetched", "what is fetched beside changes passes for a change", drop()),
          Mutation.of(
              "old-twin-kept",
              "a page that is fetched whole keeps the twin of what it was",
              never()),
          Mutation.of(
              "fetched-over-changes",
              "a refetch overwrites changes of a task that has a wide view open",
              never()),
          Mutation.of(
              "changes-put-again",
              "changes are put from the twin, which does not have them",
              drop()),
          Mutation.of(
              "twins-in-place",
              "pages that may move are shown where they stand, so that what others put there is"
                  + " committed with what tasks change",
              replace("plan.spare() > 0", "false")),
          Mutation.of(
              "commits-before-views",
              "a copy lands directly where a view has just closed, over a commit on its way",
              after("port.pause();"),
              moveAfter(1)),
          Mutation.of(
              "no-restart",
              "a copy is installed although this PE completed a commit to the page since it began",
              drop(),
              drop()),
          Mutation.of(
              "torn-install",
              "what is spared is computed, and views thaw, before the copy is installed",
              moveOut(),
              moveOut(),
              around(
                  "synchronized (table.monitor(page)) {",
                  "} if (!Thread.holdsLock(table.monitor(page))) { port.pause(); }"),
              drop()),
          Mutation.of(
              "unfreeze-one-by-one",
              "views of a task become active again before all of them are revalidated",
              replace("THAWING", "ACTIVE"),
              replace("THAWING", "ACTIVE"),
              around("view.state(OpenView.State.THAWING);", "view.state(OpenView.State.ACTIVE);")),
          Mutation.of(
              "sync-forgets-evicted",
              "a page evicted under a frozen view is not fetched again if the epoch is the same",
              replace("view.frozenAt() != evictions", "false")),
          Mutation.of(
              "thaw-unpinned",
              "pages are evicted between their revalidation and the views' becoming active",
              replace("true", "false")),
          Mutation.of(
              "bump-before-put",
              "the version is bumped before the data has arrived",
              before("List<PendingCommit> moved = bump(port, rest);"),
              drop(),
              instead("rest = moved;")),
          Mutation.of(
              "late-version",
              "the version recorded is read after the bytes were fetched",
              after("memory.directory().read(port, pages, count, words);")),
          Mutation.of(
              "no-redo", "a commit that finds the owner moved does not repeat its put", always()),
          Mutation.of(
              "redo-without-bump",
              "the repeated put does not bump the version again",
              around(
                  "if (rest == batch) {",
                  "continue; }"
                      + " for (PendingCommit commit : rest) {"
                      + " synchronized (commit.memory.pages().monitor(commit.page)) {"
                      + " commits.completed(commit); } }"
                      + " rest = List.of();")),
          Mutation.of(
              "no-cas-check",
              "a migration installs its copy although a commit came in between",
              before("long last = directory.word(port.channel(), page);"),
              replace("word, DirectoryWord.moved(word", "last, DirectoryWord.moved(last")),
          Mutation.of(
              "reuse-frames",
              "the frame that a page has left is used again without a look at who uses frames",
              always(),
              value("!retired.isEmpty()")),
          Mutation.of(
              "unordered-recommit",
              "a release puts bytes that another one of its PE is putting, on a network that"
                  + " takes them at once",
              value("commits.hasOpen()"),
              drop(),
              instead("continue;"),
              always(),
              before("synchronized boolean hasOpen() { return !open.isEmpty(); }"),
              before(
                  "var copy = java.lang.foreign.Arena.ofAuto().allocate(bytes);"
                      + " copy.copyFrom(committed.asSlice(source, bytes));"),
              replace("committed, source", "copy, 0")),
          Mutation.of(
              "copy-onto-itself",
              "an owner fetches its own page again that stands in its view as it is",
              value("word != 0"),
              value("memory.isIdentity() && !charged")),
          Mutation.of("evict-pinned", "eviction takes a page that a view has pinned", never()),
          Mutation.of(
              "evict-in-flight",
              "eviction takes a page with a commit on its way",
              value("memory.pending(page) != null && !memory.pending(page).taken")),
          Mutation.of(
              "no-spare-dirty",
              "a refetch overwrites bytes whose commit no release has taken yet",
              before("if (!commit.taken) { continue; }")),
          Mutation.of(
              "evict-dirty",
              "eviction takes a page with a commit that no release has taken yet",
              value("memory.pending(page) != null && memory.pending(page).taken")),
          Mutation.of(
              "dirty-forgotten-at-fork",
              "with automatic commits, what an open view wrote before a fork is not published",
              drop()),
          Mutation.of(
              "dirty-kept",
              "bytes are still to be put after a release, and go out once more",
              after("commits.again(taken);"),
              after("boolean again;"),
              before(
                  "void again(List<PendingCommit> batch) { for (PendingCommit each : batch) {"
                      + " if (each.again) { continue; }"
                      + " PagedMemory of = each.memory;"
                      + " synchronized (of.pages().monitor(each.page)) {"
                      + " if (of.pending(each.page) != null) { continue; }"
                      + " PendingCommit more = new PendingCommit(of, each.page, null);"
                      + " more.again = true;"
                      + " for (int i = 0; i < each.bytes.intervals(); i++) {"
                      + " more.bytes.add(each.bytes.from(i), each.bytes.to(i)); }"
                      + " of.pending(each.page, more); add(more); } } }")),
          Mutation.of(
              "no-page-lock",
              "two strands of one PE fetch the same page at once",
              instead(
                  "pages.tryLock(page, stamp);"
                      + " batch.add(page, Math.max(stamp, PageTable.UNVALIDATED), wanted);")),
          Mutation.of(
              "takeover-without-copy",
              "a PE becomes the owner of a page whose bytes are in its view only",
              drop()),
          Mutation.of(
              "takeover-of-a-part",
              "a PE becomes the owner of a page that it has committed a part of",
              always()),
          Mutation.of(
              "started-not-waited",
              "the versions of a release that was started are bumped before the data has arrived",
              drop()),
          Mutation.of(
              "awaited-not-waited",
              "copies that were asked for are installed before they have arrived",
              drop()),
          Mutation.of(
              "awaited-over-commits",
              "a copy that was asked for replaces what this PE has committed since",
              firstOperand()),
          Mutation.of(
              "part-not-awaited",
              "a localize within a range that was asked for does not wait for its part of it",
              drop(),
              value("batch.isToAwait(prefetch)")),
          Mutation.of(
              "join-not-bumped",
              "a release that joins another under way leaves pages of its own without a new"
                  + " version",
              replace("put", "List.of()")),
          Mutation.of(
              "sent-told-early",
              "the word that tells of a sent task may overtake the task",
              drop()),
          Mutation.of(
              "place-of-another",
              "a task is sent to a place that another PE has taken",
              instead("channel.compareAndSwap(pe, word(place(i)), FREE, TAKEN); return place(i);")),
          Mutation.of(
              "sent-taken-twice",
              "a worker takes a sent task without a look whether another one has",
              value("hasArrived(place) && channel.swap(rank, word(place), TAKEN) != FREE")),
          Mutation.of(
              "place-freed-early",
              "the place of a sent task is free before the task has been copied",
              before("channel.swap(rank, word(place), FREE); channel.quiet();"),
              drop()),
          Mutation.of(
              "known-for-any-epoch",
              "a directory word that was read before an acquire is trusted after it",
              value("words[group] != null")),
          Mutation.of(
              "validated-untold",
              "an acquire trusts what was validated for the number of the last one",
              drop()),
          Mutation.of(
              "stored-untold",
              "a view that only stores shows after a join what was there before it",
              drop()),
          Mutation.of(
              "known-not-renewed",
              "a directory word is trusted that is older than this PE's own commit",
              drop()),
          Mutation.of(
              "known-away",
              "a place is trusted where another page may stand meanwhile",
              replace("!isHome(pages[i], words[i])", "false")),
          Mutation.of(
              "awaited-any-epoch",
              "a copy that was asked for counts as valid after an acquire",
              always(),
              replace("arrived", "arrived, epoch"),
              replace("Prefetch arrived", "Prefetch arrived, long claimed"),
              replace("arrived.validEpoch()", "claimed")));

  private CoherenceMutations() {}

  static Mutation named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
