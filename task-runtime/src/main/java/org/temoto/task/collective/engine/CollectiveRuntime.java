package org.temoto.task.collective.engine;

import java.lang.foreign.ValueLayout;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;
import org.temoto.gas.spi.SymmetricHeap;
import org.temoto.task.collective.CollectiveOptions;
import org.temoto.task.collective.Collectives;

/** One PE's collectives, as its task runtime sees them: to open, to move on, to close. */
public final class CollectiveRuntime {
  /** Parts of heaps that were used and closed: to free them would wait for every PE. */
  private static final KeptAreas<SeatLayout> FREE = new KeptAreas<>();

  final GlobalAddressSpace space;
  private final CollectiveOptions options;
  final CollectiveEngine engine;
  final Planner planner;
  private final Strands.Strand main;
  private final Call call;
  private final RequestHandle blocking;
  private final Collectives face;
  private boolean closed;

  private CollectiveRuntime(
      GlobalAddressSpace space,
      CollectiveOptions options,
      SeatLayout layout,
      Runnable wakeWorkers) {
    ProcessingElement element = RuntimeSupport.of(space).processingElement();
    this.space = space;
    this.options = options;
    engine = new CollectiveEngine(element, layout, options.progress(), wakeWorkers);
    planner =
        new Planner(element.rank(), element.count(), layout.arenaBytes(), engine.executions::drop);
    main = element.strands().current();
    call = new Call(this);
    blocking = new RequestHandle(engine);
    face = new LocalCollectives(this, CollectiveSettings.DEFAULT);
  }

  /**
   * Takes a part of the symmetric heap. Collective, called by the program.
   *
   * @param wakeWorkers called at the start of a collective that idle workers are to move on
   */
  public static CollectiveRuntime open(
      GlobalAddressSpace space, CollectiveOptions options, Runnable wakeWorkers) {
    SymmetricHeap heap = RuntimeSupport.of(space).processingElement().heap();
    ReceiveWindow.requireReach(heap.size());
    long arena = arenaBytes(options, heap.size());
    SeatLayout layout = FREE.take(space, kept -> kept.arenaBytes() == arena);
    if (layout == null) {
      SeatLayout wanted = SeatLayout.of(0, space.pes(), arena);
      layout = SeatLayout.of(heap.allocate(wanted.bytes(), ALIGNMENT), space.pes(), arena);
    } else {
      reset(space, layout);
    }
    return new CollectiveRuntime(space, options, layout, wakeWorkers);
  }

  private static final int ALIGNMENT = 128;
  private static final int HEAP_SHARE = 32;
  private static final long LEAST_BY_HEAP = 256 << 10;
  private static final long MOST_BY_HEAP = 32 << 20;

  /** The size of the receive area in a heap of {@code heapBytes}. */
  private static long arenaBytes(CollectiveOptions options, long heapBytes) {
    long bytes =
        options.arenaBytes() == CollectiveOptions.BY_HEAP
            ? Math.clamp(heapBytes / HEAP_SHARE, LEAST_BY_HEAP, MOST_BY_HEAP)
            : options.arenaBytes();
    return bytes & -SeatLayout.LINE;
  }

  /** The words are as they were at first, when no operation is under way to them any more. */
  private static void reset(GlobalAddressSpace space, SeatLayout layout) {
    RuntimeSupport support = RuntimeSupport.of(space);
    Channel channel = support.mainChannel();
    space.barrier();
    for (long at = layout.base(); at < layout.arena(); at += Long.BYTES) {
      if (support.processingElement().heap().segment().get(ValueLayout.JAVA_LONG, at) != 0) {
        channel.set(space.pe(), at, 0);
      }
    }
    channel.quiet();
    space.barrier();
  }

  /** Face that the program sees. */
  public Collectives collectives() {
    return face;
  }

  public CollectiveOptions options() {
    return options;
  }

  /** Tells whether idle workers are to move collectives on. */
  public boolean isForWorkers() {
    return options.progress() == CollectiveOptions.Progress.IDLE_WORKERS;
  }

  /** Tells whether a collective that has been started is not done. */
  public boolean isBusy() {
    return engine.isBusy();
  }

  /** The number of collectives that have been started and are not done. */
  public int underWay() {
    return engine.underWay();
  }

  /** Tells whether any are under way, or what has been issued for them may not have arrived. */
  public boolean isPending() {
    return engine.isPending();
  }

  /**
   * Moves on whatever can move; whether anything did. By any strand of the PE.
   *
   * @param patience what the caller may wait for
   */
  public boolean progress(WaitPolicy patience) {
    return engine.progress(patience);
  }

  /** Waits until what has been issued has arrived. */
  public void arrive() {
    engine.arrive();
  }

  /**
   * Ends them, when workers have ended. Waits for no other PE; a PE that waits for this one is
   * told.
   *
   * @throws GasException if some are not done; others wait for them, so this PE ends the job
   */
  public void close() {
    closed = true;
    try {
      engine.close();
    } catch (GasException failure) {
      RuntimeSupport.of(space).leave(failure); // not at once: the program may be about to fail
      throw failure;
    }
    FREE.keep(space, engine.layout);
  }

  // --- for the faces

  /** An explicit call: it has to end what waits for the network only, as no other strand may. */
  boolean progress() {
    boolean any = engine.progress(WaitPolicy.ENDING);
    if (!any) {
      engine.element.transport().progress();
      if (!engine.isBusy()) {
        engine.arrive(); // the others wait for it, and the program may not call again
      }
      engine.element.strands().polled();
    }
    return any;
  }

  /** The call of the next collective, which only the program of the PE issues. */
  Call call() {
    requireMain();
    return call;
  }

  /** A request that no caller has when its collective is done. */
  RequestHandle blockingRequest() {
    if (options.progress()
        == CollectiveOptions.Progress.THREAD_PER_COLLECTIVE) { // its thread has it a bit longer
      return new RequestHandle(engine);
    }
    blocking.reuse();
    return blocking;
  }

  private void requireMain() {
    if (engine.strands.current() != main) {
      throw new IllegalStateException(
          "a collective is issued by the program of a PE, not by a task");
    }
    if (closed) {
      throw new IllegalStateException("the runtime has been closed");
    }
  }
}
