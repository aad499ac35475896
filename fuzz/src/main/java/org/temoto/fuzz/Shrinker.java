package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions.Exposure;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;

/**
 * Search for a smaller failing case: takes whatever is a little smaller and fails too, until
 * nothing is. A part taken out of a program changes its course, so every candidate is run on a few
 * schedules.
 */
final class Shrinker {
  private static final int SCHEDULES = 6;

  private final Fuzzer fuzzer;
  private final long lastRun;
  private Failure best;

  Shrinker(Fuzzer fuzzer, Failure failure, long mostRuns) {
    this.fuzzer = fuzzer;
    this.lastRun = fuzzer.runs() + mostRuns;
    this.best = failure;
  }

  Failure shrink() {
    boolean better = true;
    while (better) {
      better = take(each -> programs(each));
      better |= take(each -> clusters(each));
      better |= take(each -> memories(each));
    }
    return best;
  }

  /** Takes what fails of the candidates, and then of those made from it. */
  private boolean take(Function<FuzzCase, List<FuzzCase>> smaller) {
    boolean better = false;
    List<FuzzCase> candidates = smaller.apply(best.failing());
    for (int i = 0; i < candidates.size() && fuzzer.runs() < lastRun; ) {
      Optional<Failure> found = fails(candidates.get(i));
      if (found.isPresent()) {
        best = found.get();
        better = true;
        candidates = smaller.apply(best.failing());
      } else {
        i++;
      }
    }
    return better;
  }

  private Optional<Failure> fails(FuzzCase candidate) {
    for (int i = 0; i < SCHEDULES; i++) {
      Optional<Failure> found =
          fuzzer
              .run(best.seed(), candidate.withSchedule(candidate.schedule() + i))
              .filter(best::isLike);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static List<FuzzCase> programs(FuzzCase of) {
    return Reduction.of(of.program()).stream().map(of::with).toList();
  }

  // --- a simpler cluster

  private static List<FuzzCase> clusters(FuzzCase of) {
    ClusterShape c = of.cluster();
    List<ClusterShape> simpler = new ArrayList<>();
    for (int pes = 1; pes < c.pes(); pes++) {
      simpler.add(c.with(c.schedule(), pes, c.workers()));
    }
    for (int workers = 1; workers < c.workers(); workers++) {
      simpler.add(c.with(c.schedule(), c.pes(), workers));
    }
    simpler.add(plain(c, c.cachePages(), c.coherence(), c.exposure(), c.patienceNanos()));
    simpler.add(plain(c, Integer.MAX_VALUE, c.coherence(), c.exposure(), c.patienceNanos()));
    simpler.add(plain(c, c.cachePages(), Coherence.EXPLICIT, c.exposure(), c.patienceNanos()));
    simpler.add(plain(c, c.cachePages(), c.coherence(), Exposure.EAGER, 0));
    return simpler.stream().filter(each -> !each.equals(c)).map(of::with).toList();
  }

  private static ClusterShape plain(
      ClusterShape c, int cachePages, Coherence coherence, Exposure exposure, long patienceNanos) {
    return new ClusterShape(
        Schedule.SEEDED,
        c.pes(),
        c.workers(),
        Math.min(cachePages, CaseGenerator.WIDE_CACHE),
        true,
        c.aliasing(),
        false,
        c.spareFrames(),
        coherence,
        0,
        exposure,
        patienceNanos,
        StealPolicy.ONE_SIDED,
        StealAmount.ONE,
        c.collectives());
  }

  // --- fewer and simpler memories

  private static List<FuzzCase> memories(FuzzCase of) {
    Program program = of.program();
    List<FuzzCase> simpler = new ArrayList<>();
    for (int i = 0; i < program.memories().size(); i++) {
      MemoryShape m = program.memories().get(i);
      Distribution block = Distribution.block();
      int small = GasOptions.MIN_PAGE_SIZE;
      MemoryShape plain = new MemoryShape(m.pages(), small, block, OwnershipPolicy.FIXED, 0);
      MemoryShape whole = new MemoryShape(m.pages(), small, m.distribution(), m.ownership(), 0);
      for (MemoryShape each : List.of(plain, whole)) {
        List<MemoryShape> memories = new ArrayList<>(program.memories());
        memories.set(i, each);
        if (!each.equals(m)) {
          simpler.add(of.with(new Program(memories, program.words(), program.phases())));
        }
      }
    }
    return simpler;
  }
}
