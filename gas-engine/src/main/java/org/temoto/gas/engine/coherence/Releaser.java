package org.temoto.gas.engine.coherence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.temoto.gas.engine.owner.Directory;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.FrameReclaimer;
import org.temoto.gas.engine.owner.Frames;
import org.temoto.gas.engine.transfer.AsyncChannel;
import org.temoto.gas.engine.transfer.AsyncChannelPool;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.RemoteWords.Atomic;

/**
 * Release protocol of this PE: completes its commits, that is, puts the bytes, waits for them, and
 * only then bumps the version of each page. The word read after that tells whether the owner moved
 * meanwhile: then the bytes are put again to the new owner and the version is bumped again. (If the
 * page moved between bump and read, its bytes were there already; to put them again does no harm,
 * for no task can write them before this release has returned.)
 *
 * <p>One release of a PE runs at a time; the others wait for their turn and then find mostly
 * nothing left to do. So a release that returns has seen every commit registered before it
 * complete, whichever strand registered it, and commits of the same bytes never overtake each
 * other.
 */
final class Releaser {
  /** Commits are not joined where it takes more comparisons to find those of the same pages. */
  private static final int MOST_COMPARED = 1 << 14;

  private final Commits commits;
  private final AsyncChannelPool carriers;
  private final Takeover takeover;
  private final AtomicBoolean turn = new AtomicBoolean();

  /**
   * The last release that was started and not waited for, or null; changed by the strand whose turn
   * it is.
   */
  private volatile StartedRelease travelling;

  /**
   * Numbers of releases that have been started and, of them, that are complete; changed by the
   * strand whose turn it is.
   */
  private long started;

  private volatile long completed;

  Releaser(Commits commits, AsyncChannelPool carriers) {
    this.commits = commits;
    this.carriers = carriers;
    this.takeover = new Takeover(commits);
  }

  /** Free if nothing is registered and nothing has been started. */
  void release(StrandChannel port) {
    while (!isIdle()) {
      // mutant: unordered-recommit/1
      if (turn.compareAndSet(false, true)) {
        long start = port.pe().clock().now();
        long bytesBefore = port.counters().bytesCommitted;
        List<PendingCommit> batch = new ArrayList<>();
        try {
          batch.addAll(arrive(port));
          List<PendingCommit> taken = commits.take();
          complete(port, taken);
          // mutant: dirty-kept/1
          batch.addAll(taken);
        } finally {
          // mutant: unordered-recommit/2
          turn.set(false);
        }
        settleOwners(port, batch);
        port.released(start, bytesBefore);
        // mutant: unordered-recommit/3
        return;
      }
      // mutant: release-skips-others
      port.pause();
    }
  }

  /**
   * Starts a release: its bytes travel by a carrier when this returns, and the strand that releases
   * next completes it first, so that commits of the same bytes still never overtake each other;
   * what is started meanwhile travels with it. No turn lasts meanwhile. Without a carrier it is
   * complete when this returns.
   *
   * @return its number, for {@link #await}
   */
  long start(StrandChannel port) {
    while (!isIdle()) {
      if (turn.compareAndSet(false, true)) {
        long start = port.pe().clock().now();
        long bytesBefore = port.counters().bytesCommitted;
        List<PendingCommit> complete = new ArrayList<>();
        long number;
        try {
          List<PendingCommit> taken = commits.take();
          if (travelling == null || !join(port, taken)) {
            complete.addAll(arrive(port));
            complete.addAll(depart(port, taken));
          }
          number = started;
        } finally {
          turn.set(false);
        }
        settleOwners(port, complete);
        port.released(start, bytesBefore);
        return number;
      }
      port.pause();
    }
    return 0;
  }

  /**
   * Tells whether bytes of a started release are still on their way, so that a release would wait
   * for them; as far as can be told without waiting: true if in doubt.
   */
  boolean isTravelling() {
    if (travelling == null) {
      return false;
    }
    if (!turn.compareAndSet(false, true)) { // a channel is used by one strand at a time
      return true;
    }
    try {
      StartedRelease release = travelling;
      return release != null && release.carrier().channel().holdsBuffers();
    } finally {
      turn.set(false);
    }
  }

  /**
   * Tells whether release {@code number} is complete; volatile, so all that it did is seen, too.
   */
  boolean hasReleased(long number) {
    return completed >= number;
  }

  private boolean isIdle() {
    return commits.isEmpty() && travelling == null;
  }

  /** Returns when release {@code number} is complete. */
  void await(StrandChannel port, long number) {
    while (completed < number) {
      if (turn.compareAndSet(false, true)) {
        long start = port.pe().clock().now();
        List<PendingCommit> batch;
        try {
          batch = arrive(port);
        } finally {
          turn.set(false);
        }
        settleOwners(port, batch);
        port.released(start, port.counters().bytesCommitted);
        return;
      }
      port.pause();
    }
  }

  /**
   * Has commits travel with the release that has been started before: their bytes are put where
   * those of the same pages went, or where new pages are, and all versions are bumped together. Not
   * if the same bytes are on their way already, for puts may overtake each other.
   */
  private boolean join(StrandChannel port, List<PendingCommit> batch) {
    StartedRelease release = travelling;
    if ((long) batch.size() * release.put().size() > MOST_COMPARED) {
      return false;
    }
    List<PendingCommit> same = new ArrayList<>();
    List<PendingCommit> more = new ArrayList<>();
    for (PendingCommit commit : batch) {
      PendingCommit before = release.ofPage(commit);
      if (before == null) {
        more.add(commit);
      } else if (before.bytes.intersects(commit.bytes)) {
        return false;
      } else {
        commit.word = before.word;
        same.add(commit);
      }
    }
    sort(more);
    List<PendingCommit> put = more.isEmpty() ? more : settleWords(port, more);
    // mutant: join-not-bumped
    release.add(more, put);
    List<PendingCommit> all = new ArrayList<>(put);
    all.addAll(same);
    sort(all);
    put(port, release.carrier().channel(), all);
    same.forEach(commit -> commits.join(release.ofPage(commit), commit));
    started++;
    return true;
  }

  /** The commits that are complete already: for want of a carrier, or of bytes for it. */
  private List<PendingCommit> depart(StrandChannel port, List<PendingCommit> batch) {
    // mutant: unordered-recommit/4
    AsyncChannel carrier = batch.isEmpty() ? null : carriers.take(0);
    started++;
    if (carrier == null) {
      complete(port, batch);
      completed = started;
      return batch;
    }
    sort(batch);
    int place = use(batch).begin(port);
    List<PendingCommit> put = settleWords(port, batch);
    if (put.isEmpty()) { // all pages were taken over
      use(batch).end(place);
      carriers.giveBack(carrier);
      completed = started;
      return batch;
    }
    put(port, carrier.channel(), put);
    StartedRelease release = new StartedRelease(carrier, place);
    release.add(batch, put);
    travelling = release;
    return List.of();
  }

  /** Completes what has been started; the commits whose owners are to be settled. */
  private List<PendingCommit> arrive(StrandChannel port) {
    StartedRelease release = travelling;
    if (release == null) {
      return List.of();
    }
    // mutant: started-not-waited
    release.carrier().channel().quiet();
    sort(release.put());
    putAll(port, bump(port, release.put()));
    use(release.batch()).end(release.place());
    carriers.giveBack(release.carrier());
    travelling = null;
    completed = started;
    return release.batch();
  }

  private void complete(StrandChannel port, List<PendingCommit> batch) {
    if (batch.isEmpty()) {
      return;
    }
    sort(batch);
    int place = use(batch).begin(port);
    try {
      putAll(port, settleWords(port, batch));
    } finally {
      use(batch).end(place);
    }
  }

  private static void sort(List<PendingCommit> batch) {
    batch.sort(
        Comparator.comparingLong((PendingCommit c) -> c.memory.directory().offset())
            .thenComparingInt(c -> c.page));
  }

  private static FrameReclaimer use(List<PendingCommit> batch) {
    return batch.getFirst().memory.frames().use();
  }

  /** Reads the words and takes pages over; the commits that are to be put. */
  private List<PendingCommit> settleWords(StrandChannel port, List<PendingCommit> batch) {
    List<PendingCommit> unknown = new ArrayList<>();
    for (PendingCommit commit : batch) {
      if (!isPutAsKnown(commit)) {
        unknown.add(commit);
      }
    }
    readWords(port, unknown);
    for (PendingCommit commit : unknown) {
      commit.word = commit.now;
    }
    List<PendingCommit> put = new ArrayList<>(batch.size());
    for (PendingCommit commit : batch) {
      if (!takeover.complete(port, commit)) {
        put.add(commit);
      }
    }
    return put;
  }

  /**
   * Tells whether the bytes go to the page's home frame, where it was seen last, unread: if it has
   * moved meanwhile, the word after the bump says so.
   */
  private boolean isPutAsKnown(PendingCommit commit) {
    commit.word = commit.memory.directory().lastSeen(commit.page);
    return commit.word != Directory.UNKNOWN && !takeover.needsNewest(commit);
  }

  private void putAll(StrandChannel port, List<PendingCommit> batch) {
    for (List<PendingCommit> rest = batch; !rest.isEmpty(); ) {
      // mutant: bump-before-put/1
      put(port, rest);
      // mutant: bump-before-put/2
      port.channel().quiet();
      // mutant: bump-before-put/3, redo-without-bump
      rest = bump(port, rest);
    }
  }

  /** Does what is left for policies of ownership when the commits are complete. */
  private void settleOwners(StrandChannel port, List<PendingCommit> batch) {
    for (PendingCommit commit : batch) {
      takeover.follow(port, commit);
    }
    List<Frames> looked = new ArrayList<>(1); // of few memories
    for (PendingCommit commit : batch) {
      Frames frames = commit.memory.frames();
      if (!looked.contains(frames)) {
        looked.add(frames);
        frames.reclaimUnused(port);
      }
    }
  }

  /** The directory words as they are now, into the commits. */
  private static void readWords(StrandChannel port, List<PendingCommit> batch) {
    for (int from = 0; from < batch.size(); ) {
      PagedMemory memory = batch.get(from).memory;
      int to = from;
      while (to < batch.size() && batch.get(to).memory == memory) {
        to++;
      }
      int[] pages = new int[to - from];
      for (int i = from; i < to; i++) {
        pages[i - from] = batch.get(i).page;
      }
      long[] words = new long[pages.length];
      memory.directory().read(port, pages, pages.length, words);
      for (int i = from; i < to; i++) {
        batch.get(i).now = words[i - from];
      }
      from = to;
    }
  }

  /** Starts the puts, neighbouring bytes of neighbouring frames as one. */
  private static void put(StrandChannel port, List<PendingCommit> batch) {
    put(port, port.channel(), batch);
  }

  private static void put(StrandChannel port, Channel channel, List<PendingCommit> batch) {
    PutRun run = new PutRun(port, channel);
    for (PendingCommit commit : batch) {
      PagedMemory memory = commit.memory;
      if (memory.isIdentity()) {
        run.touch(DirectoryWord.owner(commit.word), commit.bytes.bytes());
      } else if (!memory.isInPlace(commit.page, commit.word)) {
        for (int i = 0; i < commit.bytes.intervals(); i++) {
          run.add(memory, commit.page, commit.word, commit.bytes.from(i), commit.bytes.to(i));
        }
      }
    }
    run.flush();
  }

  /** Bumps the versions; returns the commits whose page has moved since their bytes were put. */
  private List<PendingCommit> bump(StrandChannel port, List<PendingCommit> batch) {
    batch.forEach(PendingCommit::noteVersion);
    if (port.pe().transport().overlapsAtomics()) {
      bumpAtOnce(port, batch);
    } else if (isWorthBatching(batch)) {
      for (PendingCommit commit : batch) {
        commit.memory.directory().startBump(port.channel(), commit.page);
      }
      port.channel().quiet();
      readWords(port, batch);
    } else {
      for (PendingCommit commit : batch) {
        long before = commit.memory.directory().bump(port.channel(), commit.page);
        commit.now = before + DirectoryWord.ONE_VERSION;
      }
    }
    List<PendingCommit> moved = new ArrayList<>();
    for (PendingCommit commit : batch) {
      if (!settle(commit)) {
        moved.add(commit);
      }
    }
    return moved;
  }

  private static void bumpAtOnce(StrandChannel port, List<PendingCommit> batch) {
    List<Atomic> bumps = new ArrayList<>(batch.size());
    batch.forEach(commit -> bumps.add(commit.memory.directory().bump(commit.page)));
    port.channel().atomics(bumps);
    for (int i = 0; i < bumps.size(); i++) {
      batch.get(i).now = bumps.get(i).result + DirectoryWord.ONE_VERSION;
    }
  }

  /**
   * One word of another PE is bumped and read by one atomic; for several, all at once is faster.
   * Words that are read after all bumps may be others' bumps, too.
   */
  private static boolean isWorthBatching(List<PendingCommit> batch) {
    int remote = 0;
    for (PendingCommit commit : batch) {
      if (Takeover.needsOwnBump(commit)) {
        return false;
      }
      remote += commit.memory.directory().isOwn(commit.page) ? 0 : 1;
    }
    return remote > 1;
  }

  /**
   * Tells whether the bumped commit is complete; else its page has moved to where {@code now} says.
   */
  private boolean settle(PendingCommit commit) {
    synchronized (commit.memory.pages().monitor(commit.page)) {
      commit.updateVersion();
      commit.memory.directory().renew(commit.page, commit.now); // before it counts as complete
      // mutant: no-redo
      if (DirectoryWord.sameLocation(commit.now, commit.word)) {
        commit.noteRow();
        commits.completed(commit);
        return true;
      }
      commit.word = commit.now;
      return false;
    }
  }
}
