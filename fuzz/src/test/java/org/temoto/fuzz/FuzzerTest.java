package org.temoto.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Distribution;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

class FuzzerTest {
  private static final long SEEDS = Long.getLong("temoto.seeds", 300);

  @Test
  void shouldFindNothingWrong() {
    try (Fuzzer fuzzer = new Fuzzer()) {
      for (long seed = 1; seed <= SEEDS; seed++) {
        requireRight(fuzzer.run(seed));
      }
      assertThat(fuzzer.runs()).isEqualTo(SEEDS);
      assertThat(fuzzer.remoteSteals()).as("steals between PEs").isGreaterThan(SEEDS);
    }
  }

  /** The checker has nothing to say of programs that keep all promises. */
  @Test
  void shouldBreakNoPromise() {
    for (long seed = 1; seed <= SEEDS / 3; seed++) {
      new CaseRun(seed, FuzzCase.of(seed)).runChecked();
    }
  }

  /** The view is compared after the join only, though it is open at a release before. */
  @Test
  void shouldBreakNoPromiseByAReleaseUnderAKeptView() {
    Pieces unit = new Pieces(0, 1);
    Block child = new Block(List.of(new Step.Write(unit, unit, 1, false, false, false)));
    Step.Held kept = new Step.Held(new Pieces(0, 2), false, false, 0, 0);
    Block between = new Block(List.of(new Step.Fence(Step.Fencing.RELEASE)));
    Step.Par par =
        new Step.Par(List.of(child), Step.Joining.OLDEST_FIRST, true, between, List.of(kept));
    MemoryShape memory = new MemoryShape(1, 4096, Distribution.block(), OwnershipPolicy.FIXED, 0);
    Phase phase = Phase.of(new Block(List.of(par)));
    FuzzCase of = FuzzCase.of(1).with(new Program(List.of(memory), 1, List.of(phase)));
    new CaseRun(1, of).runChecked();
  }

  private static void requireRight(Optional<Failure> failure) {
    assertThat(failure.map(found -> found.what() + System.lineSeparator() + found.program()))
        .isEmpty();
  }

  /** The exception of static runs names the seed beside it. */
  @Test
  void shouldEndWhatHangs() {
    try (Fuzzer fuzzer = new Fuzzer()) {
      assertThatThrownBy(() -> fuzzer.watched(FuzzerTest::hang, 10))
          .hasMessage("no end in 10 ms")
          .hasRootCauseInstanceOf(InterruptedException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  private static void hang() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Test
  void shouldTakeTheSameCourseWithTheSameSeed() {
    for (long seed = 1; seed <= 40; seed++) {
      assertThat(course(seed)).as("seed %d", seed).isEqualTo(course(seed));
    }
  }

  private static String course(long seed) {
    CaseRun run = new CaseRun(seed, FuzzCase.of(seed));
    run.run("simulated");
    return run.remoteSteals() + " steals, " + run.nanos() + " ns";
  }

  /** Reductions of a program without data races have none. */
  @Test
  void shouldFindNothingWrongWithWhatIsLeftOfAProgram() {
    Random random = new Random(1);
    try (Fuzzer fuzzer = new Fuzzer()) {
      for (long seed = 1; seed <= 40; seed++) {
        FuzzCase left = FuzzCase.of(seed);
        for (int i = 0; i < 4; i++) {
          List<Program> smaller = Reduction.of(left.program());
          left = smaller.isEmpty() ? left : left.with(smaller.get(random.nextInt(smaller.size())));
        }
        requireRight(fuzzer.run(seed, left));
      }
    }
  }

  /** Every kind of step, and every kind of cluster, occurs in a few hundred programs. */
  @Test
  void shouldDrawEverything() {
    StringBuilder text = new StringBuilder();
    for (long seed = 1; seed <= 300; seed++) {
      FuzzCase of = FuzzCase.of(seed);
      text.append(CaseText.of(of)).append(System.lineSeparator());
    }
    assertThat(text)
        .contains("read a", "read away", "WRITE view", "READ view", "of a[", "piece by piece")
        .contains("slowly", "open a", "hold a", "keep a", "migrate page", "add ", "fail")
        .contains("fence: release", "fence: acquire", "fence: started-release", "awaited-release")
        .contains("ask for a", "await number", "fail with a view", "fail with them")
        .contains("programs hand on", "acquire, write", "await it", "refused-swap", "on: add")
        .contains("programs broadcast", "programs reduce", "programs allreduce", "barrier")
        .contains("programs gather", "programs allgather", "programs scatter", "all-to-all")
        .contains("by binomial-tree", "by ring", "by chain", "by recursive-doubling", "by auto")
        .contains("blocking", "before", "beside", "composed", "failing", "moved on by thread")
        .contains("PE 1: from a[", "PE 0: to a[", "received in 4096 bytes")
        .contains("fork after [", "fork to PE 1 after [1.", "which it joins", "wait for no task")
        .contains("], to fulfil a promise\n", "joins, to fulfil a promise with a value")
        .contains("wait for 1.", "join all", "join all, fail with them", "detach to PE", "detach\n")
        .contains("under the semaphore", ", signal 3", "await signal 3")
        .contains("join oldest-first", "join youngest-first", "join together", "join scoped")
        .contains("read as an index set ")
        .contains("commits automatic", "commits explicit", "aliasing on", "aliasing off")
        .contains("buffers identity", "that nobody trusts", "virtual schedule")
        .contains("seeded schedule", "steal request", "one-sided, half", "exposure lazy")
        .contains("block, fixed", "cyclic, last-writer", "block, adaptive", "pages of 16384");
  }
}
