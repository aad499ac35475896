package org.temoto.gas.simulated.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.simulated.CheckFailedException.Finding;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.gas.spi.StrandWatch;

/**
 * Checker of one job: follows all strands of all its PEs, which it can as they share a JVM. A
 * program that breaks a promise is found out whatever the schedule, for accesses are compared in
 * the order of forks, joins and barriers, not in that of time. Thread-safe.
 */
public final class Checker {
  /** True if the end of a write view commits it. */
  final boolean isAutomatic;

  /** Overlaps of all PEs if they have identity buffers. */
  private final Optional<Overlaps> ofAll;

  final Findings found;
  private final Map<Integer, History> memories = new ConcurrentHashMap<>();
  private final Map<Integer, CheckedTask> travelling = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicLong fences = new AtomicLong();
  final CallSites.Known sites = new CallSites.Known();

  public Checker(GasOptions options) {
    isAutomatic = options.coherence() == Coherence.AUTOMATIC;
    found = new Findings(options.coherence());
    ofAll =
        SimulationOptions.of(options).buffers() == Buffers.IDENTITY
            ? Optional.of(new Overlaps())
            : Optional.empty();
  }

  /** Tells whether all PEs have the same view memory. */
  boolean hasIdentityBuffers() {
    return ofAll.isPresent();
  }

  /** The checker states of the PEs of the job. */
  public PeWatch newPe(int rank) {
    return new PeWatch(this, rank);
  }

  /** Findings of the job, when all strands have ended. */
  public List<Finding> findings() {
    memories.values().forEach(History::takeReads);
    return found.list();
  }

  /** Checker state that the strands of one PE share. */
  public static final class PeWatch {
    final Checker checker;
    final int rank;

    /** Overlaps of all PEs where their views are of one memory. */
    final Overlaps overlaps;

    /** The barriers that the program has passed. Atomic: runs begin on other strands. */
    final AtomicInteger phase = new AtomicInteger();

    /** Releases that the PE has started and that are not known to be complete. */
    private final Queue<StartedRelease> started = new ConcurrentLinkedQueue<>();

    private PeWatch(Checker checker, int rank) {
      this.checker = checker;
      this.rank = rank;
      this.overlaps = checker.ofAll.orElseGet(Overlaps::new);
    }

    public StrandWatch newStrand() {
      return new StrandChecker(this);
    }

    StartedRelease start(CheckedTask task) {
      checker.fence(); // from the first on, all steps are told apart
      StartedRelease release = new StartedRelease(task, task.startRelease());
      started.add(release);
      return release;
    }

    void complete(StartedRelease release) {
      started.removeIf(each -> each.task == release.task && each.step <= release.step);
      release.task.released(release.step, checker.fence());
    }

    /** The PE releases, which completes what it has started before. */
    void completeStarted() {
      if (started.isEmpty()) {
        return;
      }
      long fence = checker.fence();
      for (StartedRelease each = started.poll(); each != null; each = started.poll()) {
        each.task.released(each.step, fence);
      }
    }
  }

  /** Asynchronous release of what {@code task} had done up to {@code step}. */
  record StartedRelease(CheckedTask task, int step) {}

  History history(int memory) {
    return memories.computeIfAbsent(memory, _ -> new History(() -> lastFence() != 0));
  }

  /** No PE can use the memory any more. */
  void forget(GlobalMemory memory) {
    History forgotten = memories.remove(memory.id());
    if (forgotten != null) {
      forgotten.forget();
      forgotten.leaks(memory.name()).forEach(found::add);
    }
    sites.forget(memory.id());
  }

  int number(CheckedTask task) {
    if (task.number == 0) {
      task.number = numbers.incrementAndGet();
      travelling.put(task.number, task);
    }
    return task.number;
  }

  CheckedTask travelling(int number) {
    CheckedTask task = travelling.get(number);
    if (task != null && task.isDetached()) { // no task joins it
      travelling.remove(number);
    }
    return task;
  }

  void joined(CheckedTask task) {
    task.join();
    if (task.number != 0) {
      travelling.remove(task.number);
    }
  }

  /** The number of one more fence. */
  long fence() {
    return fences.incrementAndGet();
  }

  long lastFence() {
    return fences.get();
  }
}
