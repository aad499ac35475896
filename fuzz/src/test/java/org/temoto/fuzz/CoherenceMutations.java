package org.temoto.fuzz;

import java.util.List;
import org.temoto.task.program.Mutation;

/** Steps of the coherence protocol left out of the real engine and runtime, one after the other. */
final class CoherenceMutations {
  private static final String COHERENCE = "gas-api/src/main/java/org/temoto/gas/engine/coherence/";
  private static final String OWNER = "gas-api/src/main/java/org/temoto/gas/engine/owner/";
  private static final String STRAND =
      "gas-api/src/main/java/org/temoto/gas/engine/view/Strand.java";
  private static final String TASK = "task-runtime/src/main/java/org/temoto/task/";

  /** What an installation computes while nobody may open a view. */
  private static final String SPARED =
      "views.addWritten(memory, page, spared); memory.addPending(page, spared);";

  /** The names are those of the executable model that the protocol comes from. */
  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "no-release-on-expose",
              "commits may still be on their way when a task is handed to another PE",
              TASK + "Offers.java",
              "site.offersElsewhere() && !isReleased(strand, chosen[wanted - 1])",
              "false"),
          Mutation.of(
              "old-release-on-expose",
              "a release counts for tasks that were forked after it",
              TASK + "Offers.java",
              "return strand == coveredStrand && frame.stamp <= coveredStamp;",
              "return strand == coveredStrand;"),
          Mutation.of(
              "no-wait-on-offer",
              "a release that was started for an offer is not awaited",
              TASK + "Offers.java",
              "memory.awaitRelease(release);",
              ""),
          Mutation.of(
              "no-release-on-complete",
              "commits may still be on their way when a stolen task's end is seen",
              TASK + "TaskExecution.java",
              "memory.release();",
              ""),
          Mutation.of(
              "no-acquire-on-fence",
              "an acquire fence of the program does nothing",
              STRAND,
              "public void acquireAll() { coherence.acquire();",
              "public void acquireAll() {"),
          Mutation.of(
              "no-wait-on-fence",
              "a release fence of the program returns before the data has arrived",
              "gas-api/src/main/java/org/temoto/gas/engine/Space.java",
              "public void releaseFence() { Strand.current().releaseAll();",
              "public void releaseFence() { Strand.current().releaseAllAsync();"),
          Mutation.of(
              "no-wait-on-await",
              "a release that the program has started is not awaited",
              STRAND,
              "caller.coherence.awaitRelease(number);",
              ""),
          Mutation.of(
              "release-skips-others",
              "a release does not wait for what another strand of its PE is releasing",
              COHERENCE + "Releaser.java",
              "port.released(start, bytesBefore); return; } port.pause(); }",
              "port.released(start, bytesBefore); return; } return; }"),
          Mutation.of(
              "no-acquire-on-steal",
              "a thief trusts what its PE validated before the steal",
              TASK + "TaskExecution.java",
              "memory.begin(0); memory.acquire();",
              "memory.begin(0);"),
          Mutation.of(
              "no-acquire-on-join",
              "a joiner trusts what its PE validated before the join",
              TASK + "Joins.java",
              "if (child.remote) { strand.memory.acquire(); }",
              "if (child.remote) { }"),
          Mutation.of(
              "no-view-refresh",
              "views that were open across a fork are not revalidated after the join",
              COHERENCE + "StrandCoherence.java",
              "validator.bring(view, epoch, true, List.of());",
              ""),
          Mutation.of(
              "write-keeps-copy",
              "a copy that was here before a write without a view is trusted after it",
              COHERENCE + "FrameWrite.java",
              "renew(port, views, pages[i], frame + i, DirectoryWord.version(after));",
              ""),
          Mutation.of(
              "write-past-pending",
              "an earlier commit is put over what a write without a view has committed",
              COHERENCE + "StrandCoherence.java",
              "FrameWrite.isPending(memory, pages)",
              "false"),
          Mutation.of(
              "write-uncounted",
              "what was asked for before a write without a view is installed after it",
              COHERENCE + "FrameWrite.java",
              "table.completed(page);",
              ""),
          Mutation.of(
              "write-past-views",
              "a write without a view does not reach a view of its page that is held over it",
              COHERENCE + "FrameWrite.java",
              "stamp != PageTable.ABSENT && views.isOpen(memory, page)",
              "false"),
          Mutation.of(
              "no-spare-active",
              "a refetch overwrites bytes that another task of this PE has open for writing",
              COHERENCE + "FetchBatch.java",
              "views.addWritten(memory, page, spared);",
              ""),
          Mutation.of(
              "no-spare-pending",
              "a refetch overwrites bytes whose commit is still on its way",
              COHERENCE + "FetchBatch.java",
              SPARED,
              "views.addWritten(memory, page, spared);"),
          Mutation.of(
              "commits-before-views",
              "a copy lands directly where a view has just closed, over a commit on its way",
              COHERENCE + "FetchBatch.java",
              "boolean active = views.isActive(memory, page);",
              "",
              "if ((wanted[i] & ~current) == Blocks.NONE)",
              "port.pause(); boolean active = views.isActive(memory, page);"
                  + " if ((wanted[i] & ~current) == Blocks.NONE)"),
          Mutation.of(
              "no-restart",
              "a copy is installed although this PE completed a commit to the page since it began",
              COHERENCE + "FetchBatch.java",
              "ways[i] != Way.CURRENT && table.completions(page) != completions[i]",
              "false"),
          Mutation.of(
                  "torn-install",
                  "what is spared is computed, and views thaw, before the copy is installed",
                  COHERENCE + "FetchBatch.java",
                  "if (ways[i] == Way.BUFFERED && !memory.isIdentity()) {"
                      + " merge(page, fetched[i], buffer, bufferOffsets[i]); }"
                      + " table.version(page, DirectoryWord.version(words[i]), here[i]);"
                      + " table.partEpoch(page, before); return true; }",
                  "table.version(page, DirectoryWord.version(words[i]), here[i]);"
                      + " table.partEpoch(page, before); }"
                      + " if (ways[i] == Way.BUFFERED && !memory.isIdentity()) {"
                      + " merge(page, fetched[i], buffer, bufferOffsets[i]); }"
                      + " return true;",
                  SPARED,
                  "views.addWritten(memory, page, spared);"
                      + " synchronized (table.monitor(page)) { memory.addPending(page, spared); }"
                      + " if (!Thread.holdsLock(table.monitor(page))) { port.pause(); }")
              .and(
                  COHERENCE + "StrandCoherence.java",
                  "if (view != null && view.state() == OpenView.State.ACTIVE) { validator.awaitUnlocked(view); }",
                  ""),
          Mutation.of(
              "unfreeze-one-by-one",
              "views of a task become active again before all of them are revalidated",
              COHERENCE + "StrandCoherence.java",
              "view.state(OpenView.State.THAWING);",
              "view.state(OpenView.State.ACTIVE);",
              "|| view.state() == OpenView.State.THAWING && view.frozenAt() != evictions",
              "|| view.frozenAt() != evictions",
              "validator.bring(view, epoch, true, List.of());",
              "view.state(OpenView.State.THAWING); validator.bring(view, epoch, true, List.of());"
                  + " view.state(OpenView.State.ACTIVE);"),
          Mutation.of(
              "sync-forgets-evicted",
              "a page evicted under a frozen view is not fetched again if the epoch is the same",
              COHERENCE + "StrandCoherence.java",
              "|| view.state() == OpenView.State.THAWING && view.frozenAt() != evictions",
              ""),
          Mutation.of(
              "thaw-unpinned",
              "pages are evicted between their revalidation and the views' becoming active",
              COHERENCE + "OpenView.java",
              "THAWING(true)",
              "THAWING(false)"),
          Mutation.of(
              "bump-before-put",
              "the version is bumped before the data has arrived",
              COHERENCE + "Releaser.java",
              "put(port, rest); port.channel().quiet(); rest = bump(port, rest);",
              "List<PendingCommit> moved = bump(port, rest); put(port, rest); rest = moved;"),
          Mutation.of(
              "late-version",
              "the version recorded is read after the bytes were fetched",
              COHERENCE + "FetchBatch.java",
              "port.channel().quiet(); return remote;",
              "port.channel().quiet(); memory.directory().read(port, pages, count, words);"
                  + " return remote;"),
          Mutation.of(
              "no-redo",
              "a commit that finds the owner moved does not repeat its put",
              COHERENCE + "Releaser.java",
              "DirectoryWord.sameLocation(commit.now, commit.word)",
              "true"),
          Mutation.of(
              "redo-without-bump",
              "the repeated put does not bump the version again",
              COHERENCE + "Releaser.java",
              "put(port, rest); port.channel().quiet(); rest = bump(port, rest);",
              "put(port, rest); port.channel().quiet();"
                  + " if (rest == batch) { rest = bump(port, rest); continue; }"
                  + " for (PendingCommit commit : rest) {"
                  + " synchronized (commit.memory.pages().monitor(commit.page)) {"
                  + " commits.completed(commit); } }"
                  + " rest = List.of();"),
          Mutation.of(
              "no-cas-check",
              "a migration installs its copy although a commit came in between",
              OWNER + "Migrator.java",
              "if (directory.swing(port.channel(), page, word, DirectoryWord.moved(word, to,"
                  + " frame))) { frames.retire",
              "long last = directory.word(port.channel(), page);"
                  + " if (directory.swing(port.channel(), page, last, DirectoryWord.moved(last, to,"
                  + " frame))) { frames.retire"),
          Mutation.of(
              "reuse-frames",
              "the frame that a page has left is used again without a look at who uses frames",
              OWNER + "Frames.java",
              "if (outstanding == null ? FrameUse.isIdle(now) : FrameUse.isOver(outstanding, now))",
              "if (now != null)",
              "return retired.size() >= Math.max(1, spare / (4 * pes));",
              "return !retired.isEmpty();"),
          Mutation.of(
                  "unordered-recommit",
                  "a release puts bytes that another one of its PE is putting, on a network that"
                      + " takes them at once",
                  COHERENCE + "Releaser.java",
                  "if (turn.compareAndSet(false, true)) { long start = port.pe().clock().now();"
                      + " long bytesBefore = port.counters().bytesCommitted;"
                      + " List<PendingCommit> batch",
                  "if (commits.hasOpen()) { long start = port.pe().clock().now();"
                      + " long bytesBefore = port.counters().bytesCommitted;"
                      + " List<PendingCommit> batch",
                  "batch.addAll(taken); } finally { turn.set(false); }",
                  "batch.addAll(taken); } finally { }",
                  "port.released(start, bytesBefore); return;",
                  "port.released(start, bytesBefore); continue;",
                  "Carrier carrier = batch.isEmpty() ? null : carriers.take(0);",
                  "Carrier carrier = null;")
              .and(
                  COHERENCE + "Commits.java",
                  "List<PendingCommit> take() {",
                  "synchronized boolean hasOpen() { return !open.isEmpty(); }"
                      + " List<PendingCommit> take() {")
              .and(
                  COHERENCE + "PutRun.java",
                  "channel.putNonBlocking(owner, target, memory.view().segment(), source, bytes);",
                  "var copy = java.lang.foreign.Arena.ofAuto().allocate(bytes);"
                      + " copy.copyFrom(memory.view().segment().asSlice(source, bytes));"
                      + " channel.putNonBlocking(owner, target, copy, 0, bytes);"),
          Mutation.of(
                  "copy-onto-itself",
                  "an owner fetches its own page again that stands in its view as it is",
                  COHERENCE + "Validator.java",
                  "if (!memory.isInPlace(page, word)) { return false; }",
                  "if (word != 0) { return false; }")
              .and(
                  COHERENCE + "FetchBatch.java",
                  "if (memory.isInPlace(page, word) && !charged)",
                  "if (memory.isIdentity() && !charged)"),
          Mutation.of(
              "evict-pinned",
              "eviction takes a page that a view has pinned",
              COHERENCE + "PeCoherence.java",
              "if (views.isPinned(memory, page))",
              "if (false)"),
          Mutation.of(
              "evict-in-flight",
              "eviction takes a page with a commit on its way",
              COHERENCE + "PeCoherence.java",
              "return memory.pending(page) != null;",
              "return memory.pending(page) != null && !memory.pending(page).taken;"),
          Mutation.of(
              "no-spare-dirty",
              "a refetch overwrites bytes whose commit no release has taken yet",
              COHERENCE + "PagedMemory.java",
              "commit != null; commit = commit.older) {",
              "commit != null; commit = commit.older) { if (!commit.taken) { continue; }"),
          Mutation.of(
              "evict-dirty",
              "eviction takes a page with a commit that no release has taken yet",
              COHERENCE + "PeCoherence.java",
              "return memory.pending(page) != null;",
              "return memory.pending(page) != null && memory.pending(page).taken;"),
          Mutation.of(
              "dirty-forgotten-at-fork",
              "with automatic commits, what an open view wrote before a fork is not published",
              COHERENCE + "StrandCoherence.java",
              "publish(view); view.frozenAt(evictions);",
              "view.frozenAt(evictions);"),
          Mutation.of(
                  "dirty-kept",
                  "bytes are still to be put after a release, and go out once more",
                  COHERENCE + "Releaser.java",
                  "complete(port, taken); batch.addAll(taken); } finally",
                  "complete(port, taken); batch.addAll(taken); commits.again(taken); } finally")
              .and(
                  COHERENCE + "PendingCommit.java",
                  "boolean taken;",
                  "boolean taken; boolean again;")
              .and(
                  COHERENCE + "Commits.java",
                  "List<PendingCommit> take() {",
                  "void again(List<PendingCommit> batch) { for (PendingCommit each : batch) {"
                      + " if (each.again) { continue; }"
                      + " PagedMemory of = each.memory;"
                      + " synchronized (of.pages().monitor(each.page)) {"
                      + " if (of.pending(each.page) != null) { continue; }"
                      + " PendingCommit more = new PendingCommit(of, each.page, null);"
                      + " more.again = true;"
                      + " for (int i = 0; i < each.bytes.intervals(); i++) {"
                      + " more.bytes.add(each.bytes.from(i), each.bytes.to(i)); }"
                      + " of.pending(each.page, more); add(more); } } }"
                      + " List<PendingCommit> take() {"),
          Mutation.of(
              "no-page-lock",
              "two strands of one PE fetch the same page at once",
              COHERENCE + "Validator.java",
              "if (pages.tryLock(page, stamp)) { batch.add(page, stamp, wanted); } else { blocked = page; }",
              "pages.tryLock(page, stamp);"
                  + " batch.add(page, Math.max(stamp, PageTable.UNVALIDATED), wanted);"),
          Mutation.of(
              "takeover-without-copy",
              "a PE becomes the owner of a page whose bytes are in its view only",
              COHERENCE + "Takeover.java",
              "fill(port, memory, page, next);",
              ""),
          Mutation.of(
              "takeover-of-a-part",
              "a PE becomes the owner of a page that it has committed a part of",
              COHERENCE + "Takeover.java",
              "case LAST_WRITER -> commit.isWhole();",
              "case LAST_WRITER -> true;"),
          Mutation.of(
              "started-not-waited",
              "the versions of a release that was started are bumped before the data has arrived",
              COHERENCE + "Releaser.java",
              "release.carrier().channel().quiet();",
              ""),
          Mutation.of(
              "awaited-not-waited",
              "copies that were asked for are installed before they have arrived",
              COHERENCE + "Prefetch.java",
              "carrier.channel().quiet();",
              ""),
          Mutation.of(
              "awaited-over-commits",
              "a copy that was asked for replaces what this PE has committed since",
              COHERENCE + "FetchBatch.java",
              "if (here[i] == Blocks.NONE || table.completions(page) != arrived.completions(at))",
              "if (here[i] == Blocks.NONE)"),
          Mutation.of(
              "part-not-awaited",
              "a localize within a range that was asked for does not wait for its part of it",
              COHERENCE + "Validator.java",
              "if (batch.isToAwait(prefetch)) { prefetch.arrive(); } if (prefetch.isDone()) {",
              "if (batch.isToAwait(prefetch)) {"),
          Mutation.of(
              "join-not-bumped",
              "a release that joins another under way leaves pages of its own without a new version",
              COHERENCE + "Releaser.java",
              "release.add(more, put);",
              "release.add(more, List.of());"),
          Mutation.of(
              "sent-told-early",
              "the word that tells of a sent task may overtake the task",
              TASK + "steal/Inbox.java",
              "channel.put(pe, slot(place), slot, 0, bytes); channel.fence();",
              "channel.put(pe, slot(place), slot, 0, bytes);"),
          Mutation.of(
              "place-of-another",
              "a task is sent to a place that another PE has taken",
              TASK + "steal/Inbox.java",
              "if (channel.compareAndSwap(pe, word(place), FREE, TAKEN) == FREE) { return place; }",
              "channel.compareAndSwap(pe, word(place), FREE, TAKEN); return place;"),
          Mutation.of(
              "sent-taken-twice",
              "a worker takes a sent task without a look whether another one has",
              TASK + "steal/Inbox.java",
              "&& channel.compareAndSwap(rank, word(place), ARRIVED, TAKEN) == ARRIVED)",
              "&& channel.swap(rank, word(place), TAKEN) != FREE)"),
          Mutation.of(
              "place-freed-early",
              "the place of a sent task is free before the task has been copied",
              TASK + "steal/Inbox.java",
              "MemorySegment.copy(heap, slot(place), own, 0, SlotLayout.BYTES);",
              "channel.swap(rank, word(place), FREE); channel.quiet();"
                  + " MemorySegment.copy(heap, slot(place), own, 0, SlotLayout.BYTES);",
              "VarHandle.releaseFence(); channel.swap(rank, word(place), FREE);",
              "VarHandle.releaseFence();"),
          Mutation.of(
                  "awaited-any-epoch",
                  "a copy that was asked for counts as valid after an acquire",
                  COHERENCE + "Validator.java",
                  "arrived.validEpoch() >= enough",
                  "true",
                  "batch.finish(arrived);",
                  "batch.finish(arrived, epoch);")
              .and(
                  COHERENCE + "FetchBatch.java",
                  "void finish(Prefetch arrived) {",
                  "void finish(Prefetch arrived, long claimed) {",
                  "unlock(i, arrived.validEpoch());",
                  "unlock(i, claimed);"));

  private CoherenceMutations() {}

  static Mutation named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
