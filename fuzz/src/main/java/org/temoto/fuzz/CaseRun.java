package org.temoto.fuzz;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.task.TaskException;
import org.temoto.task.TaskRuntime;

/**
 * One run of a case. Its tasks carry its number, by which they find it in the process where they
 * run; on a cluster, the same case has to be run under the same number by every process.
 */
final class CaseRun {
  /** Simulated time far beyond what a program takes; a wait that is longer lasts for ever. */
  private static final long HANG_NANOS = 2_000_000_000;

  /** The permits of the semaphore of guarded numbers, all of which a task takes. */
  private static final int GUARD_PERMITS = 2;

  private static final Map<Long, CaseRun> RUNS = new ConcurrentHashMap<>();

  private final long number;
  private final FuzzCase of;
  private final Expectation expectation;
  private final List<Block> blocks = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();
  private final IdentityHashMap<Block, Integer> numbers = new IdentityHashMap<>();
  private final IdentityHashMap<Relay, Integer> relays = new IdentityHashMap<>();
  private final AtomicReference<Divergence.Found> found = new AtomicReference<>();
  private long remoteSteals;
  private long nanos;

  CaseRun(long number, FuzzCase of) {
    this.number = number;
    this.of = of;
    expectation = new Expectation(of.program(), of.cluster().pes());
    int phase = 1;
    for (Phase each : of.program().phases()) {
      enter(each.root(), String.valueOf(phase++));
      each.relays().forEach(relay -> relays.put(relay, relays.size()));
    }
  }

  private void enter(Block task, String path) {
    numbers.put(task, blocks.size());
    blocks.add(task);
    paths.add(path);
    int child = 1;
    for (Block each : task.children()) {
      enter(each, path + "." + child++);
    }
  }

  static CaseRun numbered(long number) {
    return RUNS.get(number);
  }

  long number() {
    return number;
  }

  Program program() {
    return of.program();
  }

  Expectation expectation() {
    return expectation;
  }

  Block block(int index) {
    return blocks.get(index);
  }

  int number(Block block) {
    return numbers.get(block);
  }

  /** The word that only the task of block number {@code index} uses. */
  int word(int index) {
    return program().words() + index;
  }

  ClusterShape cluster() {
    return of.cluster();
  }

  /** The word that counts the hops of {@code relay}. */
  int word(Relay relay) {
    return program().words() + blocks.size() + lock(relay);
  }

  /** The lock of {@code relay}. */
  int lock(Relay relay) {
    return relays.get(relay);
  }

  /** The place of block number {@code index} in the tree of tasks. */
  String path(int index) {
    return paths.get(index);
  }

  /** Notes that {@code what} has been found, so that it counts whichever task contains it. */
  Divergence.Found found(Divergence.Found what) {
    found.compareAndSet(null, what);
    return what;
  }

  /** First divergence found in this process, if any. */
  Optional<Divergence.Found> found() {
    return Optional.ofNullable(found.get());
  }

  /** The number of tasks that were stolen between PEs, as PE 0 knows. */
  long remoteSteals() {
    return remoteSteals;
  }

  /** Moment at which the run ended, by the clock of PE 0. */
  long nanos() {
    return nanos;
  }

  /**
   * Runs the case on {@code backend}.
   *
   * @throws RuntimeException if it diverges from its sequential execution, fails, or hangs
   */
  void run(String backend) {
    run(of.cluster().options(backend, of.schedule()));
  }

  /** Runs as {@link #run(String)}, on a simulated cluster, followed by a checker. */
  void runChecked() {
    run(
        of.cluster()
            .options("simulated", of.schedule())
            .with(SimulationOptions.DEFAULT, simulation -> simulation.withRaceChecker(true)));
  }

  private void run(GasOptions options) {
    RUNS.put(number, this);
    try {
      Temoto.launch(options, this::run);
    } finally {
      RUNS.remove(number);
    }
    if (found.get() != null) { // its finder was cancelled, or joined with one that had to fail
      throw found.get();
    }
  }

  private void run(GlobalAddressSpace space) {
    ProcessingElement element = RuntimeSupport.of(space).processingElement();
    boolean[] over = new boolean[1];
    boolean watched = of.cluster().schedule() != Schedule.THREADS && space.pe() == 0;
    Strands.Strand watch =
        watched ? element.strands().spawn("watch", () -> watch(element, over)) : null;
    List<GlobalMemory> memories = new ArrayList<>();
    for (int i = 0; i < program().memories().size(); i++) {
      memories.add(
          space.allocate(
              program()
                  .memories()
                  .get(i)
                  .options(CaseText.name(i))
                  .withSpareFrames(of.cluster().spareFrames())));
    }
    GlobalMemory words =
        space.allocate(
            MemoryOptions.words("words", program().words() + blocks.size() + relays.size()));
    GlobalLocks locks =
        relays.keySet().stream().anyMatch(Relay::isLocked)
            ? GlobalLocks.create(space, "locks", relays.size())
            : null;
    List<HeapTable> heaps = HeapTable.of(space, program());
    List<GlobalSemaphore> semaphores = semaphores(space);
    if (!semaphores.isEmpty()) {
      memories.add(space.allocate("guarded", (long) Program.GUARDED * Long.BYTES));
    }
    try (TaskRuntime runtime = TaskRuntime.start(space, of.cluster().runtimeOptions())) {
      for (int phase = 0; phase < program().phases().size(); phase++) {
        Phase of = program().phases().get(phase);
        RunBlock root =
            RunBlock.root(number, numbers.get(of.root()), memories, words, heaps, semaphores);
        if (of.hasPrelude()) {
          space.barrier(); // others may still compare what is to be written
        }
        root.relay(of.relays(), locks);
        RunCollectives collectives = new RunCollectives(this, space, memories);
        collectives.run(of.issued(cluster().collectives().progress()), runtime);
        run(runtime, root);
        collectives.finish();
        if (!of.collectives().isEmpty()) {
          space.barrier(); // what they fill is visible to all
        }
        root.checkAll(phase);
      }
      long steals = runtime.totalStatistics().remoteSteals();
      if (space.pe() == 0) {
        remoteSteals = steals;
        nanos = element.clock().now();
      }
    }
    for (HeapTable heap : heaps) {
      String wrong = heap.close();
      if (!wrong.isEmpty()) {
        throw found(new Divergence.Found(Divergence.Kind.BLOCK, wrong));
      }
    }
    semaphores.forEach(GlobalSemaphore::close);
    memories.forEach(GlobalMemory::close);
    words.close();
    if (locks != null) {
      locks.close();
    }
    if (watched) {
      over[0] = true;
      element.strands().unpark(watch);
      element.strands().join(watch);
    }
  }

  /** One of numbers and one of each signal, if any step needs one. Collective. */
  private List<GlobalSemaphore> semaphores(GlobalAddressSpace space) {
    int wanted =
        program().phases().stream()
            .flatMap(phase -> phase.root().all())
            .mapToInt(step ->
                switch (step) {
                  case Step.Guarded _ -> 1;
                  case Step.Signal signal -> 2 + signal.semaphore();
                  default -> 0;
                })
            .max()
            .orElse(0);
    List<GlobalSemaphore> semaphores = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      semaphores.add(GlobalSemaphore.create(space, "semaphore" + i, i == 0 ? GUARD_PERMITS : 0));
    }
    return semaphores;
  }

  private void run(TaskRuntime runtime, RunBlock root) {
    boolean fails = expectation.fails(blocks.get(root.block()));
    boolean failed = false;
    try {
      runtime.run(root);
    } catch (TaskException failure) {
      if (!fails || !Planned.isAllOf(failure)) {
        throw failure;
      }
      failed = true;
    }
    if (fails != failed) {
      String what = "the root task has failed, and run has not told";
      throw found(new Divergence.Found(Divergence.Kind.NOT_TOLD, what));
    }
  }

  private void watch(ProcessingElement element, boolean[] over) {
    long end = element.clock().now() + HANG_NANOS;
    while (!over[0] && element.clock().now() < end) {
      element.strands().park(end - element.clock().now());
    }
    if (!over[0]) {
      String what = "no end in %d ms of simulated time".formatted(HANG_NANOS / 1_000_000);
      element.abort(found(new Divergence.Found(Divergence.Kind.HANG, what)));
    }
  }
}
