package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.temoto.gas.GasException;
import org.temoto.gas.ProgressThread;
import org.temoto.gas.shmem.bindings.OpenShmem;
import org.temoto.gas.spi.VirtualMemory;

/**
 * The initialized library: one per process, since it can be neither initialized twice nor used
 * after its end. Contexts and the memory of the heap are kept from launch to launch.
 */
final class Shmem {
  private static final Object START = new Object();
  private static Shmem instance;

  private final ThreadLevel level;
  private final int rank;
  private final int count;
  private final LaunchEnvironment environment;
  private final ShmemContext shared;
  private final Reach reach;
  private final Optional<Progress> progress;
  private final MemorySegment control;
  private final Deque<ShmemContext> idle = new ArrayDeque<>();
  private final List<ShmemContext> created = new ArrayList<>();
  private HeapBlock block = HeapBlock.NONE;

  /** Counts launches from 1: the same numbers on every PE. */
  private long launches;

  /** The launch that is under way, or that was left by a PE: then the end is no common one. */
  private Optional<Control> running = Optional.empty();

  /** Whether the JVM is about to end. */
  private boolean ending;

  /** While a launch is under way, where others depend on it. */
  private Optional<ProgressLoop> serving = Optional.empty();

  private Shmem(LaunchEnvironment environment) {
    this.environment = environment;
    environment.check();
    HeapPlace.of(environment).requireFree();
    ShmemLibrary.load();
    level = initialize(ThreadLevel.wanted());
    rank = OpenShmem.shmem_my_pe();
    count = OpenShmem.shmem_n_pes();
    Serial serial = new Serial();
    shared = new ShmemContext(OpenShmem.oshmem_ctx_default(), serial);
    reach = Reach.measure(rank, count);
    progress = Progress.find(Optional.of(serial).filter(one -> level != ThreadLevel.MULTIPLE));
    control = allocate(ControlLayout.BYTES);
    control.fill((byte) 0);
    OpenShmem.shmem_barrier_all(); // nobody may write to what its PE has not zeroed
    NativeEnd.skipDestructors();
    Runtime.getRuntime().addShutdownHook(new Thread(new Departure(this), "temoto-shmem-departure"));
  }

  /** The library of this process, initialized at the first call. */
  static Shmem get() {
    synchronized (START) {
      if (instance == null) {
        instance = new Shmem(new LaunchEnvironment(System.getenv()));
      }
      return instance;
    }
  }

  /** Returns the level to work at: what was asked for, or less if the library grants less. */
  private static ThreadLevel initialize(ThreadLevel wanted) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment provided = arena.allocate(ValueLayout.JAVA_INT);
      int error = OpenShmem.shmem_init_thread(wanted.code(), provided);
      if (error != 0) {
        throw new GasException("shmem_init_thread failed with " + error);
      }
      ThreadLevel granted = ThreadLevel.of(provided.get(ValueLayout.JAVA_INT, 0));
      if (granted.compareTo(ThreadLevel.SERIALIZED) < 0) {
        throw new GasException(
            "the OpenSHMEM library grants thread level "
                + granted
                + "; Temoto needs SERIALIZED or MULTIPLE");
      }
      return granted.compareTo(wanted) < 0 ? granted : wanted;
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

  Reach reach() {
    return reach;
  }

  /** Calls that made the library answer others, so far. */
  long progressCalls() {
    return progress.map(Progress::calls).orElse(0L);
  }

  /** Whether and how often a thread serves others, for people. */
  synchronized String progressThread() {
    return serving
        .map(loop -> "every " + loop.intervalNanos() / 1e3 + " us")
        .orElse(reach.oneSided() ? "none needed" : "none, though others depend on it");
  }

  /** Serves others once, where they depend on it. */
  void serve() {
    if (!reach.oneSided()) {
      progress.ifPresent(Progress::poll);
    }
  }

  /** The thread that serves others, started if {@code wanted} here. */
  private Optional<ProgressLoop> startProgress(ProgressThread wanted) {
    boolean start =
        switch (wanted.when()) {
          case ALWAYS -> true;
          case NEEDED -> !reach.oneSided();
          case NEVER -> false;
        };
    if (start && progress.isEmpty()) {
      throw new GasException(
          "this OpenSHMEM library has no call that is known to make it answer while a PE computes"
              + " (opal_progress); --progress-interval off runs without");
    }
    return progress.filter(one -> start).map(one -> new ProgressLoop(one, wanted.intervalNanos()));
  }

  /** This PE's {@link ControlLayout}. */
  MemorySegment control() {
    return control;
  }

  /** The default context. */
  ShmemContext sharedContext() {
    return shared;
  }

  /** A context for one channel: at level MULTIPLE no other channel has it. */
  synchronized ShmemContext takeContext() {
    if (level != ThreadLevel.MULTIPLE) {
      return shared;
    }
    ShmemContext context = idle.poll();
    if (context != null) {
      return context;
    }
    return reach.oneSided() ? newContext() : unlockedDefault();
  }

  /**
   * The default context, which several threads may use at this level. Where PEs do not answer by
   * themselves, Open MPI cannot end with other contexts than this one: at the end each PE waits for
   * the others' to be closed, and no longer answers.
   */
  private static ShmemContext unlockedDefault() {
    return new ShmemContext(OpenShmem.oshmem_ctx_default(), new Serial());
  }

  private ShmemContext newContext() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.ADDRESS);
      int error = OpenShmem.shmem_ctx_create(contextOptions(), handle);
      if (error != 0) {
        throw new GasException(
            "shmem_ctx_create failed with " + error + " after " + created.size() + " contexts");
      }
      ShmemContext context = new ShmemContext(handle.get(ValueLayout.ADDRESS, 0), new Serial());
      created.add(context);
      return context;
    }
  }

  /**
   * Between hosts a context cannot be private: whoever waits in the library moves the contexts of
   * all threads on. On one host nobody ever waits there.
   */
  private long contextOptions() {
    return reach.oneHost() ? OpenShmem.SHMEM_CTX_PRIVATE() : 0;
  }

  /** Takes a context back on which nothing is pending. */
  synchronized void giveBack(ShmemContext context) {
    if (context != shared) {
      idle.push(context);
    }
  }

  /**
   * The memory of a heap of {@code bytes}; collective, with the same size on every PE. The last
   * launch's memory is used again if it has this size, and given back otherwise.
   */
  synchronized HeapBlock heap(long bytes) {
    long whole = Math.ceilDiv(bytes, VirtualMemory.SYSTEM_PAGE) * VirtualMemory.SYSTEM_PAGE;
    if (block.memory().byteSize() != whole) {
      boolean first = block == HeapBlock.NONE;
      if (!first) {
        OpenShmem.shmem_free(block.memory());
      }
      MemorySegment memory = allocate(whole);
      block = new HeapBlock(memory, first ? 0 : whole);
    }
    return block;
  }

  /** Says up to where the heap's memory has been used. */
  synchronized void used(long fresh) {
    block = new HeapBlock(block.memory(), fresh);
  }

  private MemorySegment allocate(long bytes) {
    long limit = environment.heapSize().orElse(Long.MAX_VALUE);
    MemorySegment memory =
        bytes > limit
            ? MemorySegment.NULL
            : OpenShmem.shmem_align(VirtualMemory.SYSTEM_PAGE, bytes);
    if (memory.address() == 0) {
      throw new GasException(
          "heapBytes="
              + bytes
              + " do not fit into the library's symmetric memory of "
              + LaunchEnvironment.HEAP_SIZE
              + "="
              + System.getenv(LaunchEnvironment.HEAP_SIZE)
              + "; set that variable to more, or --heap to less");
    }
    return memory.reinterpret(bytes);
  }

  /** Begins the next launch of this process. */
  synchronized Control beginLaunch(ProgressThread wanted) {
    if (running.isPresent()) {
      throw new GasException("this process is one PE, and it runs a job already");
    }
    if (ending) {
      throw new GasException("this process is about to end: no launch can begin");
    }
    serving = startProgress(wanted);
    Control control = new Control(this, ++launches);
    running = Optional.of(control);
    return control;
  }

  /** The launch has ended here, and everywhere if no PE is gone. */
  synchronized void endLaunch(Control control) {
    serving.ifPresent(ProgressLoop::close);
    serving = Optional.empty();
    if (!control.isOneGone()) {
      control.close();
      running = Optional.empty();
    }
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
    created.forEach(context -> OpenShmem.shmem_ctx_destroy(context.handle()));
    OpenShmem.shmem_finalize();
  }
}
