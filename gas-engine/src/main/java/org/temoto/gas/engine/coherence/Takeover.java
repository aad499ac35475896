package org.temoto.gas.engine.coherence;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.owner.Migrator;
import org.temoto.gas.engine.transfer.StrandChannel;

/**
 * Step of a release that makes this PE the owner of pages that it commits, as their memory's policy
 * has it.
 *
 * <p>A page committed whole needs no bytes of its owner: they are copied from the view into a frame
 * of this PE, and the directory word is swung, which is the version's bump, too. In a program
 * without data races no other task reads or writes such a page until the release has returned; only
 * a migration may come in between, and then the swing fails and the commit is put like any other.
 * The page's home frame is used where this PE manages it and commits all of its bytes: that is
 * where its copy is, or was meant to be, and what may still be on its way there is of the same
 * page.
 */
final class Takeover {
  /** Commits in a row that make a PE the owner, by {@link OwnershipPolicy#ADAPTIVE}. */
  private static final int ENOUGH = 3;

  private final Commits commits;

  Takeover(Commits commits) {
    this.commits = commits;
  }

  /**
   * Completes a commit by taking its page over; false if it is to be put instead. One
   * compare-and-swap.
   */
  boolean complete(StrandChannel port, PendingCommit commit) {
    PagedMemory memory = commit.memory;
    int page = commit.page;
    int owner = DirectoryWord.owner(commit.word);
    if (owner == port.rank() || !isWanted(commit)) {
      return false;
    }
    int frame = frame(port, commit);
    if (frame < 0) {
      commit.refused = true;
      port.counters().migrationsRefused++;
      return false;
    }
    long next = DirectoryWord.moved(commit.word, port.rank(), frame);
    // mutant: takeover-without-copy
    fill(port, memory, page, next);
    VarHandle.releaseFence(); // the bytes before the word, which the network may change
    if (!memory.directory().swing(port.channel(), page, commit.word, next)) {
      putBack(port, commit, frame);
      commit.word = memory.directory().word(port.channel(), page);
      return false;
    }
    if (!memory.isIdentity()) {
      memory.frames().retire(owner, DirectoryWord.frame(commit.word));
    }
    port.counters().migrations++;
    synchronized (memory.pages().monitor(page)) {
      memory.pages().version(page, DirectoryWord.version(next));
      commit.noteRow(DirectoryWord.version(commit.word), DirectoryWord.version(next));
      commits.completed(commit);
    }
    commit.word = next; // the page is here and follows no more
    return true;
  }

  /** Tells whether the word of the commit, if it is the newest, decides on the page's owner. */
  boolean needsNewest(PendingCommit commit) {
    return switch (commit.memory.ownership()) {
      case FIXED, FORWARDED -> false;
      case FIRST_TOUCH -> isUntouched(commit);
      case LAST_WRITER, ADAPTIVE -> isUntouched(commit) || isWanted(commit);
    };
  }

  /** Tells whether the bump of the commit itself must tell if it is the page's first. */
  static boolean needsOwnBump(PendingCommit commit) {
    return commit.memory.ownership() == OwnershipPolicy.FIRST_TOUCH && isUntouched(commit);
  }

  private static boolean isWanted(PendingCommit commit) {
    return switch (commit.memory.ownership()) {
      case FIXED, FORWARDED -> false;
      case FIRST_TOUCH -> isUntouched(commit) && commit.isWhole();
      // mutant: takeover-of-a-part
      case LAST_WRITER -> commit.isWhole();
      case ADAPTIVE -> commit.isWhole() && inARow(commit, commit.word) >= ENOUGH - 1;
    };
  }

  /**
   * Tells whether no PE had committed to the page before. Where versions have begun again, none has
   * for as long as a version counts, and the page moves once more.
   */
  private static boolean isUntouched(PendingCommit commit) {
    return DirectoryWord.version(commit.word) == 0;
  }

  /**
   * Tells whether the bump of a complete commit was the page's first: of several PEs that commit
   * parts at once, the page follows one at most, and none where its own PE was first.
   */
  private static boolean isFirst(PendingCommit commit) {
    return DirectoryWord.version(commit.now) == DirectoryWord.next(0);
  }

  private static int inARow(PendingCommit commit, long word) {
    synchronized (commit.memory.pages().monitor(commit.page)) {
      return commit.memory.rows().upTo(commit.page, DirectoryWord.version(word));
    }
  }

  /** The frame of this PE that is to hold the page; -1 if there is none. */
  private static int frame(StrandChannel port, PendingCommit commit) {
    PagedMemory memory = commit.memory;
    if (memory.isIdentity()) {
      return DirectoryWord.frame(commit.word);
    }
    return isHome(commit)
        ? memory.directory().map().rank(commit.page)
        : memory.frames().take(port, port.rank());
  }

  /**
   * Tells whether the page goes to its home frame. Only if no byte of it is another PE's to commit:
   * a put on its way there would be overwritten, and its PE find the page where it has put.
   */
  private static boolean isHome(PendingCommit commit) {
    PagedMemory memory = commit.memory;
    return memory.directory().isOwn(commit.page)
        && commit.bytes.coversAll(memory.pageBytes(commit.page));
  }

  /** Copies the page, as committed, to the place that {@code word} names, unless it is there. */
  private static void fill(StrandChannel port, PagedMemory memory, int page, long word) {
    if (memory.isInPlace(page, word)) {
      return;
    }
    MemorySegment heap = port.pe().heap().segment();
    long target = memory.frames().heapOffset(DirectoryWord.frame(word));
    long bytes = memory.pageBytes(page);
    MemorySegment.copy(memory.committed(page), memory.pageStart(page), heap, target, bytes);
    port.counters().bytesCopied += bytes;
  }

  private static void putBack(StrandChannel port, PendingCommit commit, int frame) {
    PagedMemory memory = commit.memory;
    if (!memory.isIdentity() && !isHome(commit)) {
      memory.frames().putBack(port, port.rank(), frame);
    }
  }

  /** Has the page of a complete commit of some of its bytes follow its first, or only, writer. */
  void follow(StrandChannel port, PendingCommit commit) {
    PagedMemory memory = commit.memory;
    if (DirectoryWord.owner(commit.word) == port.rank() || commit.refused || !isToFollow(commit)) {
      return;
    }
    if (memory.isIdentity()) {
      Migrator.migrateInPlace(
          port, memory.directory(), commit.page, memory.pageSize(), port.rank());
    } else {
      Frames frames = memory.frames();
      Migrator.migrate(
          port, memory.directory(), frames, commit.page, memory.pageSize(), port.rank());
    }
  }

  private static boolean isToFollow(PendingCommit commit) {
    return switch (commit.memory.ownership()) {
      case FIXED, FORWARDED, LAST_WRITER -> false;
      case FIRST_TOUCH -> isFirst(commit);
      case ADAPTIVE -> inARow(commit, commit.now) >= ENOUGH;
    };
  }
}
