package org.temoto.apps.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;
import org.temoto.apps.report.Hints;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Summary;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Temoto;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import org.temoto.gas.cluster.ClusterOptions.Threads;
import org.temoto.gas.simulated.Network;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Buffers;
import org.temoto.gas.simulated.SimulationOptions.Costs;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.RuntimeOptions.StealAmount;
import org.temoto.task.RuntimeOptions.StealPolicy;
import org.temoto.task.TaskRuntime;
import org.temoto.task.trace.Trace;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that every command which runs a job has. */
final class CommonOptions {
  /**
   * Symmetric heap for the task runtime of one worker: its deque's slots, cells and overflow
   * buffers.
   */
  private static final long HEAP_PER_WORKER = 8L << 20;

  private static final long HEAP_PER_PE = 64L << 20;

  private static final int MOST_RUNS = 99;

  private static final String WALL = "wall";
  private static final String VIRTUAL = "virtual";
  private static final String MEASURED = "measured";
  private static final String MODEL = "model";

  private static final String ONE_SIDED = "one-sided";
  private static final String REQUEST = "request";
  private static final String ONE = "one";
  private static final String HALF = "half";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--backend",
      paramLabel = "auto|simulated|shmem",
      description =
          "What carries the job: the launcher that started this process, or a simulated cluster.")
  private String backend = GasOptions.AUTO;

  @Option(
      names = "--pes",
      paramLabel = "N",
      description = "Processing elements of a simulated job (default: ${DEFAULT-VALUE}).")
  private int pes = GasOptions.DEFAULT.pes();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Workers per PE (default: ${DEFAULT-VALUE}).")
  private int workers = GasOptions.DEFAULT.workers();

  @Option(
      names = "--page-size",
      paramLabel = "SIZE",
      converter = Converters.Bytes.class,
      description =
          "Unit of ownership and transfer, for example 256KiB (default: ${DEFAULT-VALUE}).")
  private long pageSize = GasOptions.DEFAULT.pageSize();

  @Mixin private NetworkOptions network = new NetworkOptions();

  @Option(
      names = "--buffers",
      paramLabel = "separate|identity",
      description = "Whether simulated PEs have copies of their own (default: separate).")
  private Buffers buffers = Buffers.SEPARATE;

  @Option(
      names = "--cache",
      paramLabel = "SIZE|off",
      converter = Converters.CacheSize.class,
      description =
          "Bound on the copies that a PE keeps (default: ${DEFAULT-VALUE}); off: none is used"
              + " twice.")
  private long cache = GasOptions.DEFAULT.cacheBytes();

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      converter = Converters.Bytes.class,
      description = "Symmetric heap of each PE; by default what the data needs.")
  private Long heap;

  @Option(
      names = "--threads",
      paramLabel = "best|multiple|serialized|funneled",
      description =
          "How the strands of a PE on a cluster call OpenSHMEM: each by itself, by a lock, or"
              + " through one thread (default: the first that the library grants).")
  private Threads threads = Threads.BEST;

  @Option(
      names = "--alias",
      paramLabel = "on|off",
      description = "Whether a PE sees its own pages in place (default), or copies them.")
  private Switch alias = Switch.ON;

  @Option(
      names = "--bind",
      paramLabel = "on|off",
      description =
          "Whether workers keep to a core each (default) where a process has as many workers as"
              + " cores.")
  private Switch bind = Switch.ON;

  @Option(
      names = "--direct",
      paramLabel = "on|off",
      description =
          "Whether PEs of one host of a cluster move bytes by loads and stores (default), or"
              + " through OpenSHMEM.")
  private Switch direct = Switch.ON;

  @Option(
      names = "--progress-interval",
      paramLabel = "auto|off|TIME",
      converter = Converters.Progress.class,
      description =
          "How long a thread of each PE on a cluster sleeps between calls that make it answer"
              + " others, for example 20us; auto (default): 20us, where it is needed.")
  private ProgressThread progress = ProgressThread.WHERE_NEEDED;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of everything that is chosen at random (default: ${DEFAULT-VALUE}).")
  private long seed = GasOptions.DEFAULT.seed();

  @Option(
      names = "--schedule",
      paramLabel = "threads|seeded",
      description =
          "What decides which strand of a simulated job goes on: the machine (default), or the"
              + " seed, one strand at a time, so that the job can be repeated exactly.")
  private Schedule schedule = Schedule.THREADS;

  @Option(
      names = "--time",
      paramLabel = "wall|virtual",
      description =
          "The time that a simulation lives in: this machine's (default), or its own, in which"
              + " every worker has a core.")
  private String time = WALL;

  @Option(
      names = "--cost",
      paramLabel = "measured|model",
      description =
          "What computing takes in virtual time: as long as here (default), or what a model of"
              + " forks and of the program's work says, the same on every machine.")
  private String cost;

  @Option(
      names = "--coherence",
      paramLabel = "explicit|automatic",
      description =
          "How what is written is published: by the program's commits (default), or by the end of each"
              + " write view.")
  private Coherence coherence = Coherence.EXPLICIT;

  @Option(
      names = "--ownership",
      paramLabel = "fixed|first-touch|last-writer|adaptive|forwarded",
      description =
          "When pages change owners: when the program migrates them (default), also when a PE is the"
              + " first to commit to one, when it commits all of one, or when it is the only one to"
              + " commit to it for the third time. Or never, and readers hand pages on to each other.")
  private OwnershipPolicy ownership = OwnershipPolicy.FIXED;

  @Option(
      names = "--spare-frames",
      paramLabel = "SHARE",
      description =
          "Where pages change owners, how many can move to a PE, as a share of its own: from 0 to 16"
              + " (default: ${DEFAULT-VALUE}).")
  private double spareFrames = EngineOptions.DEFAULT.spareFrames();

  @Option(
      names = "--steal",
      paramLabel = "one-sided|request",
      description =
          "How thieves get tasks from other PEs: they take what is offered (default), or ask.")
  private String steal = ONE_SIDED;

  @Option(
      names = "--steal-amount",
      paramLabel = "one|half",
      description =
          "How many tasks a thief takes from another PE at once: one (default, for recursions), or"
              + " half of those on offer (for long rows of small tasks).")
  private String stealAmount = ONE;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Converters.Nanoseconds.class,
      description = "Stop, with exit code 1, if the tasks take longer, for example 30s.")
  private Long timeout;

  @Written
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write what each worker did when, in the JSON that Perfetto (ui.perfetto.dev) and"
              + " chrome://tracing open; until the end it is in FILE.parts.")
  private Path trace;

  @Written
  @Option(
      names = "--flight",
      paramLabel = "FILE",
      description =
          "Record by Flight Recorder, with events of runs, steals and joins that wait, for JDK"
              + " Mission Control or jfr; of a job of processes, PE 0 has run-0.jfr for run.jfr.")
  private Path flight;

  @Option(
      names = "--hints",
      paramLabel = "on|off",
      description =
          "Whether to say what could be better, by the counts of the run, and which option mends it"
              + " (default: on).")
  private Switch hints = Switch.ON;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "How often the job is run in this process; the median counts (default: ${DEFAULT-VALUE})."
              + " The last run writes what there is to write; a wrong result is the last.")
  private int repeat = 1;

  /** True if {@code --repeat} is refused. */
  private boolean onlyOneRun;

  /** Seconds of the runs that have ended. */
  private final List<Double> runs = new ArrayList<>();

  /** Folder in which workers record, or null. */
  private TraceParts parts;

  /**
   * The options of a space for a job with {@code dataBytes} of global memory on all PEs together.
   */
  GasOptions space(long dataBytes) {
    Schedule wanted = schedule();
    GasOptions said = said(wanted, network.network(wanted));
    GasOptions chosen = resolve(said);
    requireNumberOfPes(chosen);
    if (chosen.backend().equals("simulated")) {
      requireMemory(dataBytes);
    }
    requireOfBackend(chosen);
    checkFlight();
    return heap == null ? chosen.withHeapBytes(heapFor(chosen, dataBytes)) : chosen;
  }

  /** The options that {@code program} asks for, changed by those that are typed. */
  GasOptions space(GasOptions program) {
    SimulationOptions simulated = SimulationOptions.of(program);
    Schedule schedule = given("--time", "--schedule") ? schedule() : simulated.schedule();
    GasOptions said = said(schedule, network.changed(simulated.network(), spec, schedule));
    GasOptions plain =
        new GasOptions(
            given("--backend") ? backend : program.backend(),
            given("--pes") ? pes : program.pes(),
            given("--workers") ? workers : program.workers(),
            given("--page-size") ? pageSize() : program.pageSize(),
            given("--cache") ? said.cacheBytes() : program.cacheBytes(),
            program.heapBytes(),
            given("--coherence") ? coherence : program.coherence(),
            given("--ownership") ? ownership : program.ownership(),
            given("--seed") ? seed : program.seed(),
            program.groups());
    GasOptions wanted =
        plain
            .with(engine(EngineOptions.of(said), EngineOptions.of(program)))
            .with(simulation(SimulationOptions.of(said), simulated))
            .with(cluster(ClusterOptions.of(said), ClusterOptions.of(program)))
            .with(runtime(RuntimeOptions.of(program)));
    GasOptions chosen = resolve(wanted);
    requireNumberOfPes(chosen);
    requireOfBackend(chosen);
    checkFlight();
    // A report has no network of a simulation where there is none.
    return chosen.backend().equals("simulated") ? chosen : chosen.with(SimulationOptions.DEFAULT);
  }

  /**
   * Completes {@code wanted}, with the heap that is typed, which is not made smaller: the default's
   * size is one that may be meant, too.
   */
  private GasOptions resolve(GasOptions wanted) {
    if (heap == null) {
      return Temoto.resolve(wanted);
    }
    GasOptions chosen = Temoto.resolve(wanted.withHeapBytes(heap));
    if (chosen.heapBytes() < heap) {
      throw new BadInputException(
          "a symmetric heap of "
              + (heap >> 20)
              + " MiB (--heap) does not fit: set SHMEM_SYMMETRIC_SIZE to more before oshrun or srun, or"
              + " --heap to less");
    }
    return chosen;
  }

  /** Refuses what is typed for a program, as far as it cannot suit any: none is known yet. */
  void checkForProgram() {
    space(GasOptions.DEFAULT.with(SimulationOptions.DEFAULT.withNetwork(network.assumed())));
  }

  private void checkFlight() {
    if (flight != null) {
      OutputFile.check(FlightRecording.own(flight));
    }
  }

  /**
   * Runs a job as often as is asked for, or until it is wrong: the run with the median time, or the
   * wrong one. Recorded if that is asked for.
   *
   * @param measurement of an outcome
   * @param wrong whether an outcome is, on which all PEs agree
   */
  <R> Job<R> launch(
      GasOptions options,
      Function<GlobalAddressSpace, R> program,
      Function<R, Measurement<?>> measurement,
      Predicate<R> wrong) {
    if (flight != null) {
      TemotoCommand.of(spec).record(flight);
    }
    ToDoubleFunction<Job<R>> seconds = job -> measurement.apply(job.outcome()).seconds();
    List<Job<R>> jobs = new ArrayList<>();
    while (runs.size() < repeat) {
      Job<R> job = Job.launch(options, program);
      runs.add(seconds.applyAsDouble(job));
      if (wrong.test(job.outcome())) {
        return job;
      }
      jobs.add(job);
    }
    jobs.sort(Comparator.comparingDouble(seconds));
    return jobs.get((jobs.size() - 1) / 2); // of two the faster: the first compiles more
  }

  /** Tells the program of a job whether no other run follows, however it ends. */
  boolean isLastRun() {
    return runs.size() == repeat - 1;
  }

  /** The measurement of the run that counts, with the times of all. */
  <R> Measurement<R> withRuns(Measurement<R> measurement) {
    return measurement.withRuns(runs);
  }

  private void requireRepeat() {
    if (repeat < 1 || repeat > MOST_RUNS) {
      throw new InvalidOptionException("repeat", repeat, "from 1 to " + MOST_RUNS);
    }
    if (trace != null) {
      requireOneRun("--trace");
    }
  }

  /** Refuses several runs for {@code option}, by which one of them would change the next. */
  void requireOneRun(String option) {
    if (repeat > 1) {
      throw new BadInputException(option + " is of one run: leave out --repeat " + repeat);
    }
    onlyOneRun = true;
  }

  /**
   * Refuses what is typed of a simulation for a job that is none, and of a cluster for one that is;
   * what its program asks for is ignored.
   */
  private void requireOfBackend(GasOptions chosen) {
    NetworkOptions.requireImitated(chosen.backend(), spec);
    if (chosen.backend().equals("simulated")) {
      requireNothingOfCluster();
      return;
    }
    if (buffers != Buffers.SEPARATE) {
      throw new InvalidOptionException(
          "buffers", "identity", "separate: only simulated PEs have a memory in common");
    }
    if (isVirtual() || cost != null) {
      throw new InvalidOptionException(
          "time", "virtual", "wall: only a simulated job has a time of its own");
    }
    if (schedule != Schedule.THREADS) {
      throw new InvalidOptionException(
          "schedule", "seeded", "threads: only a simulated job runs one strand at a time");
    }
  }

  private void requireNothingOfCluster() {
    List<String> ofCluster = new ArrayList<>();
    if (threads != Threads.BEST) {
      ofCluster.add("--threads");
    }
    if (direct == Switch.OFF) {
      ofCluster.add("--direct");
    }
    if (!progress.equals(ProgressThread.WHERE_NEEDED)) {
      ofCluster.add("--progress-interval");
    }
    if (!ofCluster.isEmpty()) {
      throw new BadInputException(
          "a simulated job has no OpenSHMEM: options of a cluster ("
              + String.join(", ", ofCluster)
              + ") do not apply");
    }
  }

  private EngineOptions engine(EngineOptions said, EngineOptions program) {
    Set<EngineOptions.Feature> features = EnumSet.noneOf(EngineOptions.Feature.class);
    for (EngineOptions.Feature feature : EngineOptions.Feature.values()) {
      if ((given(options(feature)) ? said : program).has(feature)) {
        features.add(feature);
      }
    }
    return new EngineOptions(
        features, given("--spare-frames") ? said.spareFrames() : program.spareFrames());
  }

  /** The options of the command line that say something of {@code feature}. */
  private static String[] options(EngineOptions.Feature feature) {
    return switch (feature) {
      case CACHING -> new String[] {"--cache"};
      case ALIASING -> new String[] {"--alias"};
      case BINDING -> new String[] {"--bind"};
      case USE_AFTER_CLOSE_CHECKS -> new String[0];
    };
  }

  /** The defaults, changed as the command line says. */
  private EngineOptions engine() {
    EngineOptions engine = EngineOptions.DEFAULT.withSpareFrames(spareFrames);
    engine =
        cache == Converters.CacheSize.OFF ? engine.without(EngineOptions.Feature.CACHING) : engine;
    engine = alias == Switch.ON ? engine : engine.without(EngineOptions.Feature.ALIASING);
    return bind == Switch.ON ? engine : engine.without(EngineOptions.Feature.BINDING);
  }

  private SimulationOptions simulation(SimulationOptions said, SimulationOptions program) {
    return new SimulationOptions(
        given("--buffers") ? said.buffers() : program.buffers(),
        said.network(),
        said.schedule(),
        given("--cost") ? said.costs() : program.costs(),
        said.raceChecker() || program.raceChecker());
  }

  private RuntimeOptions runtime(RuntimeOptions program) {
    RuntimeOptions said = runtime();
    RuntimeOptions wanted = program;
    if (given("--steal")) {
      wanted = wanted.withPolicy(said.policy());
    }
    if (given("--steal-amount")) {
      wanted = wanted.withAmount(said.amount());
    }
    if (timeout != null) {
      wanted = wanted.withTimeoutNanos(said.timeoutNanos());
    }
    return said.traces()
        ? wanted
            .withTraceFolder(said.traceFolder().orElseThrow())
            .withFailedTrace(said.failedTrace())
        : wanted;
  }

  /** Refuses what is typed for task runtimes of a program that has none with these options. */
  void requireEffect(String program, List<RuntimeOptions> runtimes, RuntimeOptions wanted) {
    if (!given("--steal", "--steal-amount", "--timeout", "--trace")) {
      return;
    }
    if (runtimes.isEmpty()) {
      throw new BadInputException(
          program
              + " starts no task runtime: leave out --steal, --steal-amount, --timeout, --trace");
    }
    for (RuntimeOptions options : runtimes) {
      boolean hasEffect =
          (!given("--steal") || options.policy() == wanted.policy())
              && (!given("--steal-amount") || options.amount() == wanted.amount())
              && (timeout == null || options.timeoutNanos() == wanted.timeoutNanos())
              && (trace == null || options.traces());
      if (!hasEffect) {
        throw new BadInputException(
            program
                + " gives a task runtime options of its own: with --steal, --steal-amount, --timeout"
                + " and --trace it has to be started by TaskRuntime.start(space)");
      }
    }
  }

  /**
   * Options that are typed but change nothing about an application, each with the message.
   *
   * @param taskless what runs without tasks; empty if there are some
   */
  Map<String, String> withoutEffect(Optional<String> taskless) {
    Map<String, String> messages = new LinkedHashMap<>();
    for (String option : List.of("--timeout", "--steal", "--steal-amount")) {
      if (taskless.isPresent() && given(option)) {
        messages.put(
            option, option + " is about tasks: leave it out, " + taskless.get() + " has none");
      }
    }
    if (given("--spare-frames") && !given("--ownership")) { // else policies are compared, maybe
      messages.put(
          "--spare-frames",
          "--spare-frames is for pages that change owners: leave it out, or choose --ownership, as"
              + " by default none does");
    }
    return messages;
  }

  /** Refuses the first option that changes nothing, but in a point of a sweep. */
  void requireEffect(Map<String, String> without) {
    if (!without.isEmpty() && !TemotoCommand.of(spec).isPoint()) {
      throw new BadInputException(without.values().iterator().next());
    }
  }

  private ClusterOptions cluster(ClusterOptions said, ClusterOptions program) {
    return new ClusterOptions(
        given("--progress-interval") ? said.progress() : program.progress(),
        given("--direct") ? said.direct() : program.direct(),
        given("--threads") ? said.threads() : program.threads());
  }

  /**
   * Refuses {@code options} that are typed for data that is in files.
   *
   * @param options of generated data
   * @param data what they are of, for people
   */
  void requireGenerated(String data, String... options) {
    for (String option : options) {
      if (given(option)) {
        throw new BadInputException(option + " is of generated " + data + ": leave it out");
      }
    }
  }

  /** Tells if any of {@code options} is typed. */
  private boolean given(String... options) {
    return Stream.of(options).anyMatch(spec.commandLine().getParseResult()::hasMatchedOption);
  }

  /**
   * The options that are typed, and defaults.
   *
   * @param wanted the schedule of the job, which its program may have chosen
   * @param imitated the network, of which its program may have chosen the values
   */
  private GasOptions said(Schedule wanted, Network imitated) {
    requireRepeat();
    Choice.require("--backend", backend, List.of("auto", "simulated", "shmem"));
    Choice.require("--time", time, List.of(WALL, VIRTUAL));
    Choice.require("--steal", steal, List.of(ONE_SIDED, REQUEST));
    Choice.require("--steal-amount", stealAmount, List.of(ONE, HALF));
    return GasOptions.DEFAULT
        .withBackend(backend)
        .withPes(pes)
        .withWorkers(workers)
        .withPageSize(pageSize())
        .withCoherence(coherence)
        .withOwnership(ownership)
        .withSeed(seed)
        .with(engine())
        .with(
            new SimulationOptions(
                buffers,
                imitated,
                wanted,
                costs(wanted),
                SimulationOptions.DEFAULT.raceChecker() || TemotoCommand.of(spec).isChecked()))
        .with(new ClusterOptions(progress, direct == Switch.ON, threads))
        .withCacheBytes(
            cache == Converters.CacheSize.OFF ? GasOptions.DEFAULT.cacheBytes() : cache);
  }

  /** Refuses another number of PEs than a launcher has started. */
  private void requireNumberOfPes(GasOptions chosen) {
    if (chosen.pes() != pes && given("--pes")) {
      throw new BadInputException(
          "--pes "
              + pes
              + " must be left out, or "
              + chosen.pes()
              + ": so many have been started (OMPI_COMM_WORLD_SIZE, PMI_SIZE or SLURM_STEP_NUM_TASKS"
              + " says it); --backend simulated has as many as are wanted");
    }
  }

  private Schedule schedule() {
    if (!isVirtual()) {
      if (schedule == Schedule.VIRTUAL) {
        throw new BadInputException("--schedule virtual is what --time virtual stands for");
      }
      return schedule;
    }
    if (schedule != Schedule.THREADS) {
      throw new BadInputException(
          "virtual time has a schedule of its own: leave out --schedule "
              + schedule.name().toLowerCase(Locale.ROOT)
              + ", or say --time wall");
    }
    return Schedule.VIRTUAL;
  }

  private boolean isVirtual() {
    return time.equals(VIRTUAL);
  }

  private Costs costs(Schedule wanted) {
    if (cost == null) {
      return Costs.MEASURED;
    }
    Choice.require("--cost", cost, List.of(MEASURED, MODEL));
    if (wanted != Schedule.VIRTUAL) {
      throw new BadInputException("--cost " + cost + " is about virtual time: add --time virtual");
    }
    return cost.equals(MODEL) ? Costs.MODELLED : Costs.MEASURED;
  }

  /** The options of the task runtime. */
  RuntimeOptions runtime() {
    RuntimeOptions chosen =
        RuntimeOptions.DEFAULT
            .withPolicy(steal.equals(REQUEST) ? StealPolicy.REQUEST : StealPolicy.ONE_SIDED)
            .withAmount(stealAmount.equals(HALF) ? StealAmount.HALF : StealAmount.ONE);
    if (isTraced()) {
      chosen = chosen.withTraceFolder(parts.folder()).withFailedTrace(this::keepFailed);
    }
    if (timeout == null) {
      return chosen;
    }
    if (timeout <= 0) {
      throw new InvalidOptionException("timeout", timeout + "ns", "positive");
    }
    return chosen.withTimeoutNanos(timeout);
  }

  /** True if workers are to record what they do; then there are {@link #parts}. */
  private boolean isTraced() {
    TemotoCommand root = TemotoCommand.of(spec);
    if (trace == null && root.traces().isEmpty()) {
      return false;
    }
    if (trace != null) {
      OutputFile.check(trace);
    }
    if (parts == null) {
      parts = trace == null ? TraceParts.temporary() : TraceParts.of(trace);
      root.atEnd(parts);
    }
    return true;
  }

  /**
   * Passes on what the workers have recorded.
   *
   * @param reporter whether this process does, which PE 0 is in
   */
  void finish(boolean reporter) {
    if (parts == null || !reporter || trace == null && parts.isEmpty()) {
      return;
    }
    Trace recorded = TaskRuntime.readTrace(parts.folder());
    TemotoCommand.of(spec).traces().ifPresent(receiver -> receiver.accept(recorded));
    if (trace != null) {
      OutputFile.write(trace, recorded::writeTo);
      if (!json) {
        spec.commandLine().getErr().println(Summary.trace(trace, recorded));
      }
    }
    parts.finished();
  }

  /** A run fails, which is told later: what it has recorded helps to find out why. */
  private void keepFailed(Trace events) {
    if (trace == null) {
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    try {
      OutputFile.write(trace, events::writeTo);
      err.println("temoto: the run fails; until then: " + Summary.trace(trace, events).strip());
      parts.kept(events.count());
    } catch (UncheckedIOException | BadInputException e) {
      err.println(Failure.of(e).text());
    }
  }

  /**
   * The hints of what could be better, unless they are switched off.
   *
   * @param job as {@code simulate} calls it
   */
  List<String> hints(String job, GasOptions options, Measurement<?> measurement) {
    Set<String> known = new HashSet<>(TemotoCommand.optionNames(spec));
    if (onlyOneRun) {
      known.remove("--repeat");
    }
    int cores = Runtime.getRuntime().availableProcessors();
    return hasHints() ? new Hints(job, known, cores, options, measurement).lines() : List.of();
  }

  boolean hasHints() {
    return hints == Switch.ON;
  }

  /** Number of workers of each PE. */
  int workers() {
    return workers;
  }

  /** All PEs of a simulated job are in this machine's memory; beyond it, the kernel kills. */
  private static void requireMemory(long dataBytes) {
    if (dataBytes <= HEAP_PER_PE) { // to ask takes longer than many a job
      return;
    }
    long present =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    if (dataBytes > present) {
      throw new BadInputException(
          "the data takes %s on all PEs together, this machine has %s of memory"
              .formatted(Summary.bytes(dataBytes), Summary.bytes(present)));
    }
  }

  /**
   * The share of the largest PE, with the spare frames and directory words of its pages, and what
   * the runtime needs.
   */
  private static long heapFor(GasOptions options, long dataBytes) {
    long share = Math.ceilDiv(dataBytes, options.pes()) + 16L * options.pageSize();
    double spare = EngineOptions.of(options).spareFrames(options.ownership());
    long words = share / options.pageSize() * Long.BYTES;
    return HEAP_PER_PE
        + HEAP_PER_WORKER * options.workers()
        + share
        + (long) Math.ceil(share * spare)
        + 2 * words; // and rounded up, the bitmaps of several memories
  }

  /** Size of a page, in bytes. */
  int pageSize() {
    GasOptions.requirePageSize(pageSize);
    return (int) pageSize;
  }

  long seed() {
    return seed;
  }

  boolean json() {
    return json;
  }
}
