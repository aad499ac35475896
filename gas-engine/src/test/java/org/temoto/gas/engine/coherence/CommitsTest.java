package org.temoto.gas.engine.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.engine.cache.PageTable;
import org.temoto.gas.engine.memory.ByteSet;
import org.temoto.gas.engine.memory.Extent;

class CommitsTest {
  private static final int WRITERS = 2;
  private static final int ROUNDS = 300_000;

  private final PageTable pages = new PageTable(WRITERS, new BitSet());
  private final PagedMemory memory =
      new PagedMemory(
          "stress",
          (long) WRITERS << 12,
          12,
          OwnershipPolicy.FIXED,
          PagedMemory.Residence.CACHED,
          0,
          null,
          null,
          pages,
          null,
          null,
          null);
  private final Commits commits = new Commits(new OpenViews());
  private final AtomicBoolean stop = new AtomicBoolean();

  /**
   * A release does nothing if there seem to be no commits: so there must seem to be some until the
   * last is complete, while other threads register and complete others.
   */
  @Test
  void shouldNotSeemEmptyWhileACommitIsNotComplete() throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<?> releaser = threads.submit(this::completeAll);
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int page = 0; page < WRITERS; page++) {
        int own = page;
        writers.add(() -> registerAndLook(own));
      }
      int missed = 0;
      for (Future<Integer> writer : threads.invokeAll(writers)) {
        missed += writer.get();
      }
      stop.set(true);
      releaser.get();
      assertThat(missed).as("releases that would have left a commit behind").isZero();
    }
  }

  private PendingCommit taken(int from, int to) {
    commits.register(memory, Extent.of(from, to));
    return commits.take().getFirst();
  }

  private String pending() {
    ByteSet set = new ByteSet();
    synchronized (pages.monitor(0)) {
      memory.addPending(0, set);
    }
    return set.toString();
  }

  private void complete(PendingCommit commit) {
    synchronized (pages.monitor(0)) {
      commits.completed(commit);
    }
  }

  @Test
  void shouldSpareWhatWasTakenAfterACommitThatIsComplete() {
    PendingCommit travelling = taken(0, 8);
    PendingCommit later = taken(0, 8);
    commits.register(memory, Extent.of(100, 108));
    complete(travelling);
    assertThat(pending()).isEqualTo("[0, 8, 100, 108]");
    complete(later);
    assertThat(pending()).isEqualTo("[100, 108]");
    complete(commits.take().getFirst());
    assertThat(pending()).isEqualTo("[]");
    assertThat(commits.isEmpty()).isTrue();
  }

  @Test
  void shouldSpareWhatHasJoinedACommit() {
    PendingCommit travelling = taken(0, 8);
    PendingCommit later = taken(16, 24);
    commits.register(memory, Extent.of(100, 108));
    commits.join(travelling, later);
    assertThat(pending()).isEqualTo("[0, 8, 16, 24, 100, 108]");
    complete(travelling);
    assertThat(pending()).isEqualTo("[100, 108]");
  }

  private int registerAndLook(int page) {
    int missed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      commits.register(memory, Extent.of((long) page << 12, ((long) page << 12) + 8));
      if (commits.isEmpty() && !isComplete(page)) {
        missed++;
      }
      while (!isComplete(page)) {
        Thread.yield();
      }
    }
    return missed;
  }

  private boolean isComplete(int page) {
    synchronized (pages.monitor(page)) {
      return memory.pending(page) == null;
    }
  }

  private void completeAll() {
    while (!stop.get()) {
      List<PendingCommit> batch = commits.take();
      if (batch.isEmpty()) {
        Thread.yield(); // there are more threads than cores
      }
      for (PendingCommit commit : batch) {
        synchronized (pages.monitor(commit.page)) {
          commits.completed(commit);
        }
      }
    }
  }
}
