package org.temoto.gas.shmem;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;
import org.temoto.gas.cluster.ClusterOptions.Threads;
import org.temoto.gas.shmem.bindings.OpenShmem;
import org.temoto.gas.spi.VirtualMemory;

/**
 * The initialized library: one per process, since it can be neither initialized twice nor used
 * after its end. Contexts and the memory of the heap are kept from launch to launch.
 */
final class Shmem {
  private static final Object START = new Object();
  private static Shmem instance;

  private final LibraryThread thread = new LibraryThread();
  private final LauncherLink presence;
  private final ThreadLevel level;
  private final int rank;
  private final int count;
  private final LaunchEnvironment environment;
  private final LockedContext shared;
  private final Reach reach;
  private final Optional<LibraryProgress> progress;
  private final MemorySegment control;
  private final FailureBallot ballot;
  private final NearHeaps near;
  private final Deque<ShmemContext> idle = new ArrayDeque<>();
  private final List<LockedContext> created = new ArrayList<>();
  private HeapBlock block = HeapBlock.NONE;

  /**
   * True if the library has handed out memory for a heap: what it hands out next may not be zero.
   */
  private boolean usedBefore;

  /** Counts launches from 1: the same numbers on every PE. */
  private long launches;

  /** The launch that is under way, or that was left by a PE: then the end is no common one. */
  private Optional<Control> running = Optional.empty();

  /** True if the JVM is about to end. */
  private boolean ending;

  /** While a launch is under way, where others depend on it. */
  private Optional<Serving> serving = Optional.empty();

  private Shmem(LaunchEnvironment environment, Threads threads, LauncherLink presence) {
    this.environment = environment;
    this.presence = presence;
    environment.check();
    ShmemLibrary.load();
    thread.run(presence::enter); // which is alive as long as the process
    level = thread.call(() -> TerminateSignal.keep(() -> initialize(threads)));
    guardSegments();
    rank = thread.call(ShmemCalls::myPe);
    count = thread.call(ShmemCalls::numberOfPes);
    Optional<Thread> only =
        level == ThreadLevel.FUNNELED ? Optional.of(thread.thread()) : Optional.empty();
    Serial serial = new Serial();
    shared = new LockedContext(thread.call(ShmemCalls::defaultContext), serial, only);
    progress = LibraryProgress.find(serial);
    control = thread.call(this::newControl);
    ballot = new FailureBallot(shared, control.address() + ControlLayout.BALLOT, rank);
    near = thread.call(this::near);
    reach = thread.call(() -> Reach.measure(rank, near));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(new ShutdownHook(this), "temoto-shmem-shutdown"));
  }

  /**
   * Heaps of other PEs that this one reaches by loads and stores; whether each PE reaches all is
   * agreed on by all.
   */
  private NearHeaps near() {
    NearHeaps here = NearHeaps.of(control, count);
    return here.withAll(ballot.objector(!here.all()) == FailureBallot.NOBODY);
  }

  /**
   * The library of this process, initialized at the first call, if {@code environment} is fit.
   *
   * @throws GasException if it does not grant {@code threads}, or works at another level already
   */
  static Shmem get(LaunchEnvironment environment, Threads threads) {
    synchronized (START) {
      if (instance == null) {
        instance = begin(environment, threads);
      }
      instance.requireLevel(threads);
      return instance;
    }
  }

  /** Tells whether the library of this process has been initialized. */
  static boolean hasBegun() {
    synchronized (START) {
      return instance != null;
    }
  }

  private static Shmem begin(LaunchEnvironment environment, Threads threads) {
    LauncherLink presence = new LauncherLink(environment.variables());
    try {
      return new Shmem(environment, threads, presence);
    } catch (RuntimeException | Error e) {
      presence.leave(); // the program says why
      throw e;
    }
  }

  private void requireLevel(Threads threads) {
    if (threads != Threads.BEST && level != ThreadLevel.wanted(threads)) {
      throw new RefusedException(
          "threads="
              + threads.name().toLowerCase(Locale.ROOT)
              + " differs from the level of this process, which its first launch has set to "
              + level.name().toLowerCase(Locale.ROOT)
              + "; choose one level for all launches of a process");
    }
  }

  private static ThreadLevel initialize(Threads threads) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment provided = arena.allocate(ValueLayout.JAVA_INT);
      int error = ShmemCalls.initThread(ThreadLevel.wanted(threads).code(), provided);
      if (error != 0) {
        throw new GasException("shmem_init_thread failed with " + error);
      }
      NativeEnd.skipDestructors(); // from here on an end without finalize would crash in them
      return ThreadLevel.agreed(threads, ThreadLevel.of(provided.get(ValueLayout.JAVA_INT, 0)));
    }
  }

  private MemorySegment newControl() {
    MemorySegment words = ShmemCalls.align(VirtualMemory.SYSTEM_PAGE, ControlLayout.BYTES);
    requireRoom(words, "agree");
    words.fill((byte) 0);
    ShmemCalls.barrierAll(); // no PE may write to what its PE has not zeroed
    return words;
  }

  /** Refuses memory of the library, by which PEs {@code act}, that there was no room for. */
  static void requireRoom(MemorySegment memory, String act) {
    if (memory.address() == 0) {
      throw new GasException(
          "the library's symmetric memory has no room for the %s bytes by which PEs %s; set %s to more"
              .formatted(memory.byteSize(), act, LaunchEnvironment.HEAP_SIZE));
    }
  }

  int rank() {
    return rank;
  }

  int count() {
    return count;
  }

  ThreadLevel level() {
    return level;
  }

  LauncherLink presence() {
    return presence;
  }

  NearHeaps nearHeaps() {
    return near;
  }

  Reach reach() {
    return reach;
  }

  /** Calls that made the library answer others, so far. */
  long progressCalls() {
    return progress.map(LibraryProgress::calls).orElse(0L);
  }

  /** Tells whether and how often a thread serves others, for people. */
  synchronized String progressThread() {
    return serving
        .map(loop -> "every " + loop.intervalNanos() / 1e3 + " us")
        .orElse(reach.isOneSided() ? "none needed" : "none, though others depend on it");
  }

  /** Serves others once, where they depend on it. By any thread but the library's. */
  void serve() {
    if (!reach.isOneSided()) {
      progress.ifPresent(this::poll);
    }
  }

  private void poll(LibraryProgress one) {
    if (level != ThreadLevel.FUNNELED) {
      one.poll();
    } else if (serving.isEmpty()) { // else its thread does so by itself
      thread.run(one::poll);
    }
  }

  /** Service to others, started if {@code wanted} here. */
  private Optional<Serving> startProgress(ProgressThread wanted) {
    boolean needed = !reach.isOneSided();
    boolean start =
        switch (wanted.when()) {
          case ALWAYS -> true;
          case NEEDED -> needed;
          case NEVER -> false;
        };
    if (progress.isEmpty() && (start || needed)) {
      throw new RefusedException(LibraryProgress.missing(needed));
    }
    return progress.filter(one -> start).map(one -> startProgress(one, wanted.intervalNanos()));
  }

  private Serving startProgress(LibraryProgress one, long intervalNanos) {
    return level == ThreadLevel.FUNNELED
        ? thread.serveOthers(one::poll, intervalNanos)
        : new ProgressLoop(one, intervalNanos);
  }

  /** This PE's {@link ControlLayout}. */
  MemorySegment control() {
    return control;
  }

  /** A context for one channel that moves bytes by loads and stores where they reach. */
  ShmemContext takeDirectContext() {
    return new DirectContext(takeContext(), near);
  }

  /** A context for one channel. */
  synchronized ShmemContext takeContext() {
    if (isShared()) {
      return shared;
    }
    ShmemContext context = idle.poll();
    return context == null ? newContext() : context;
  }

  /**
   * Tells whether all channels share the default context and its lock. Also at level MULTIPLE,
   * where the library is driven for the sake of others: {@code opal_progress} moves on every
   * context, private ones too; threads that meet in the library spin there; and Open MPI 4.1 cannot
   * end with other contexts where PEs do not answer by themselves, because each waits for the
   * others' to be closed when it no longer answers.
   */
  private boolean isShared() {
    return switch (level) {
      case SERIALIZED -> true;
      case MULTIPLE -> serving.isPresent() || !reach.isOneSided();
      case SINGLE, FUNNELED -> false;
    };
  }

  private ShmemContext newContext() {
    if (level == ThreadLevel.MULTIPLE) {
      return thread.call(this::newLibraryContext);
    }
    RequestQueue queue = new RequestQueue(shared, thread);
    thread.serve(queue);
    return new FunneledContext(queue, new Serial());
  }

  /** The library has made shared memory, which is for this user only and for this job's time. */
  private void guardSegments() {
    SharedSegments segments = SharedSegments.find();
    segments.closeToOthers();
    presence.mayLeave(segments.files());
  }

  private LockedContext newLibraryContext() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
      int error = ShmemCalls.createContext(contextOptions(), handle);
      if (error != 0) {
        throw new GasException(
            "shmem_ctx_create failed with " + error + " after " + created.size() + " contexts");
      }
      LockedContext context =
          new LockedContext(handle.get(ValueLayout.JAVA_LONG, 0), new Serial(), Optional.empty());
      created.add(context);
      guardSegments();
      return context;
    }
  }

  /**
   * Between hosts a context cannot be private: a thread that waits in the library moves the
   * contexts of all threads on. On one host no thread ever waits there.
   */
  private long contextOptions() {
    return reach == Reach.ONE_HOST ? OpenShmem.SHMEM_CTX_PRIVATE() : 0;
  }

  /** Takes a context back on which nothing is pending. */
  synchronized void giveBack(ShmemContext context) {
    ShmemContext library =
        switch (context) {
          case DirectContext direct -> direct.library();
          case LockedContext locked -> locked;
          case FunneledContext funneled -> funneled;
        };
    if (library != shared) {
      idle.push(library);
    }
  }

  /**
   * The memory of a heap of {@code bytes}; collective, with the same size on every PE. The last
   * launch's memory is used again if it has this size, and given back otherwise.
   *
   * @throws RefusedException on every PE if it does not fit on one of them
   */
  synchronized HeapBlock heap(long bytes, Control control) {
    long whole = Math.ceilDiv(bytes, VirtualMemory.SYSTEM_PAGE) * VirtualMemory.SYSTEM_PAGE;
    if (block.memory().byteSize() != whole) {
      block = newBlock(new HeapDemand(whole, environment), control);
    }
    return block;
  }

  private HeapBlock newBlock(HeapDemand demand, Control control) {
    long bytes = demand.bytes();
    if (block != HeapBlock.NONE) {
      MemorySegment old = block.memory();
      exclusively(() -> {
        ShmemCalls.free(old);
        return old;
      });
      block = HeapBlock.NONE;
    }
    requireEverywhere(demand.mayFit(), demand, control);
    MemorySegment memory = exclusively(() -> ShmemCalls.align(VirtualMemory.SYSTEM_PAGE, bytes));
    requireEverywhere(memory.address() != 0, demand, control);
    HeapBlock fresh = new HeapBlock(memory, usedBefore ? bytes : 0, aliases(memory));
    usedBefore = true;
    return fresh;
  }

  private <T> T exclusively(Supplier<T> call) {
    return thread.call(() -> shared.exclusively(call));
  }

  /** Fails everywhere if the demand is not met on one PE; the first of these says so. */
  private void requireEverywhere(boolean met, HeapDemand demand, Control control) {
    if (!met) {
      control.tellFailure(ExitMessage.HOST, demand.refusal());
    }
    int refusing = thread.call(() -> ballot.objector(!met));
    if (refusing != FailureBallot.NOBODY) {
      RefusedException failure = new RefusedException(demand.refusal());
      failure.addSuppressed(control.failureOf(refusing));
      throw failure;
    }
  }

  private boolean aliases(MemorySegment memory) {
    Optional<String> refusal = AliasProbe.refusal(memory);
    if (refusal.isPresent() && rank == 0) {
      System.getLogger(Shmem.class.getPackageName())
          .log(
              Level.WARNING,
              "own pages are copied, because the memory of the library cannot be mapped twice here: "
                  + refusal.get()
                  + "; Open MPI's sshmem components ucx and sysv allow it");
    }
    return refusal.isEmpty();
  }

  /** Says up to where the heap's memory has been used. */
  synchronized void used(long fresh) {
    block = block.usedUpTo(fresh);
  }

  /** Begins the next launch of this process. */
  synchronized Control beginLaunch(ProgressThread wanted) {
    if (running.isPresent()) {
      throw new GasException("this process is one PE, and it runs a job already");
    }
    if (ending) {
      throw new GasException("this process is about to end: no launch can begin");
    }
    if (launches == ShmemTransport.LAST_LAUNCH) {
      throw new GasException(
          "this process has launched %s jobs, and can launch no more: start another"
              .formatted(launches));
    }
    serving = startProgress(wanted);
    try {
      Control control = new Control(this, launches + 1);
      launches++;
      running = Optional.of(control);
      return control;
    } catch (RuntimeException | Error e) {
      stopServing(); // else it would call a library that is finalized
      throw e;
    }
  }

  /** The launch has ended here, and everywhere if no PE is gone. */
  synchronized void endLaunch(Control control) {
    stopServing();
    if (!control.isOneGone()) {
      control.close();
      running = Optional.empty();
    }
  }

  private void stopServing() {
    serving.ifPresent(Serving::close);
    serving = Optional.empty();
  }

  /** The number of the last launch. */
  synchronized long launches() {
    return launches;
  }

  /** Lets no launch begin any more; returns the one that has not come to its common end. */
  synchronized Optional<Control> endLaunches() {
    ending = true;
    return running;
  }

  /** Finalizes: the launcher takes a PE that ends without for a failed one, and ends the others. */
  synchronized void end() {
    thread.run(() -> {
      created.forEach(context -> ShmemCalls.destroyContext(context.handle()));
      ShmemCalls.finish();
    });
  }
}
