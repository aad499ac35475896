package org.temoto.gas.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalAddressSpace.Report;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.Request;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.coherence.PeCoherence;
import org.temoto.gas.engine.coherence.StrandCoherence;
import org.temoto.gas.engine.file.CheckpointFiles;
import org.temoto.gas.engine.transfer.AsyncChannelPool;
import org.temoto.gas.engine.transfer.Counters;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.engine.view.Strand;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.ProgramCalls;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.StrandWatch;

/** The address space as one PE sees it. */
final class Space implements GlobalAddressSpace, RuntimeSupport, AutoCloseable {
  private final ProcessingElement pe;
  private final GasOptions options;
  private final Cache cache;
  private final PeCoherence coherence;
  private final Allocator allocator;
  private final Channel mainChannel;
  private final Strand mainStrand;

  /** Watch of the main strand, or null. */
  private final StrandWatch watch;

  private final SpaceCollectives collectives;
  private final Map<Integer, MemoryHandle> memories = new ConcurrentHashMap<>();
  private final Set<Integer> pageSizes = ConcurrentHashMap.newKeySet();
  private int allocated;

  /** Reason why the program cannot take part in anything any more; null while it can. */
  private GasException left;

  /** Objects that the program has opened and has to close, by handle; of the main strand. */
  private final Map<Object, String> open = new LinkedHashMap<>();

  /** All that the program has opened so far, or what is kept of it; of the main strand. */
  private final List<Object> opened = new ArrayList<>();

  private final ProgramReport report = new ProgramReport(this);

  /** Volatile: the main strand attaches, tasks look. */
  private volatile Object attachment;

  /** Memories of pages that come and go. Volatile: the main strand allocates, others ask. */
  private volatile int localizable;

  private final List<Counters> counters = new CopyOnWriteArrayList<>();
  private final long[] ended = new Counters().toArray();

  /** Collective. */
  Space(ProcessingElement pe, GasOptions chosen) {
    this.pe = pe;
    this.options = chosen.withPes(pe.count());
    this.cache = new Cache(options.cacheBytes());
    this.coherence =
        new PeCoherence(
            cache, new AsyncChannelPool(pe, options.workers(), options.cacheBytes()), options);
    this.allocator = new Allocator(pe, options);
    this.mainChannel = pe.transport().openChannel();
    this.watch = pe.newWatch();
    this.mainStrand = newStrand(mainChannel, watch);
    this.collectives = new SpaceCollectives(pe, mainChannel);
    pe.calls().begin();
    mainStrand.bind();
    mainStrand.prepare();
    mainStrand.begin(0);
    if (watch != null) {
      watch.program();
    }
  }

  void run(Consumer<GlobalAddressSpace> program) {
    try {
      program.accept(this);
      if (left != null) {
        throw left;
      }
      requireClosed();
      watchEnd();
    } catch (RuntimeException | Error failure) {
      if (failure == left) { // its own code has not failed
        watchEnd();
      } else if (watch != null) {
        watch.failed(failure);
      }
      throw failure;
    }
  }

  private void watchEnd() {
    if (watch != null) {
      watch.ended();
    }
  }

  /** Nothing would end what the program has left open, and its strands would run for ever. */
  private void requireClosed() {
    if (mainStrand.isHolding()) {
      throw new GasException(
          "the program of PE %s has returned, and holds %s: unlock it, best by try-with-resources"
              .formatted(pe(), mainStrand.held().getLast()));
    }
    if (!open.isEmpty()) {
      throw new GasException(
          "the program of PE %s has returned, and %s is open: close it, best by try-with-resources"
              .formatted(pe(), String.join(" and ", open.values())));
    }
  }

  /** Ends this PE's part of the program: no PE takes memory away that another still reads. */
  void meetAtTheEnd() {
    try (var _ = pe.calls().enter(ProgramCall.END)) {
      pe.transport().barrier();
    }
  }

  // --- for programs

  @Override
  public int pe() {
    return pe.rank();
  }

  @Override
  public int pes() {
    return pe.count();
  }

  @Override
  public GasOptions options() {
    return options;
  }

  @Override
  public GlobalMemory allocate(MemoryOptions wanted) {
    try (var _ = enter(ProgramCall.ALLOCATE)) {
      return allocated(wanted);
    }
  }

  private MemoryHandle allocated(MemoryOptions wanted) {
    PagedMemory paged = allocator.allocate(wanted);
    MemoryHandle memory = new MemoryHandle(this, allocated++, wanted, paged);
    memories.put(memory.id(), memory);
    if (!wanted.words()) {
      pageSizes.add(memory.pageSize());
    }
    countLocalizable();
    mainStrand.port().counters().bytesAliased += paged.bytesAliased();
    pe.atEnd(memory.unmap);
    cache.add(paged);
    pe.transport().barrier();
    return memory;
  }

  /** Collective: gives back what a memory has, once no PE can be using it. */
  void free(MemoryHandle memory) {
    barrier();
    memories.remove(memory.id());
    countLocalizable();
    cache.remove(memory.paged());
    memory.paged().free();
    pe.doneBeforeEnd(memory.unmap);
    if (watch != null) {
      watch.freed(memory);
    }
  }

  private void countLocalizable() {
    localizable =
        (int) memories.values().stream().filter(each -> each.sharedWords() == null).count();
  }

  boolean isInUse(PagedMemory memory) {
    return coherence.views().isOpen(memory);
  }

  @Override
  public void barrier() {
    if (mainStrand.isHolding()) {
      throw new GasException(
          "the program of PE %s comes to a barrier and holds %s: it unlocks before, for others may wait for it"
              .formatted(pe(), mainStrand.held().getLast()));
    }
    try (var _ = enter(ProgramCall.BARRIER)) {
      mainStrand.releaseAll();
      pe.transport().barrier();
      for (MemoryHandle memory : memories.values()) {
        if (!memory.isClosed()) { // else another PE may have given its frames to something else
          memory.paged().frames().reclaim(mainStrand.port()); // a quiescent point: all is quiet
        }
      }
      mainStrand.acquire();
      if (watch != null) {
        watch.barrier();
      }
    }
  }

  @Override
  public ProgramCalls enter(ProgramCall call) {
    if (Strand.current() != mainStrand) {
      throw new IllegalStateException(
          call.text() + " is collective: called by the program of a PE, not by a task");
    }
    if (left != null) {
      throw new GasException(call.text() + " after a failure that ends this PE: " + left, left);
    }
    return pe.calls().enter(call);
  }

  @Override
  public void checkpoint(Path folder) {
    try (var _ = enter(ProgramCall.CHECKPOINT)) {
      requireNoHeap("checkpoint " + folder);
      new Checkpoint(this, inOrder(), new CheckpointFiles(folder)).write();
    }
  }

  @Override
  public void restore(Path folder) {
    try (var _ = enter(ProgramCall.RESTORE)) {
      requireNoHeap("restore of " + folder);
      new Restore(this, inOrder(), new CheckpointFiles(folder)).read();
    }
  }

  /** Files have bytes, and not what is kept beside a memory. */
  private void requireNoHeap(String what) {
    for (MemoryHandle memory : inOrder()) {
      if (memory.attachment() != null) {
        throw new RefusedException(
            "%s: memory \"%s\" is a heap or has locks, and files do not have which blocks are allocated and what waits: close it before"
                .formatted(what, memory.name()));
      }
    }
  }

  /** The memories, in the same order on every PE. */
  private List<MemoryHandle> inOrder() {
    return memories.values().stream().sorted(Comparator.comparingInt(MemoryHandle::id)).toList();
  }

  @Override
  public void releaseFence() {
    // mutant: no-wait-on-fence
    Strand.current().releaseAll();
  }

  @Override
  public Request<Void> releaseFenceAsync() {
    return Strand.current().releaseAllAsync();
  }

  @Override
  public void acquireFence() {
    Strand.current().acquireAll();
  }

  @Override
  public long nanoTime() {
    return pe.clock().now();
  }

  @Override
  public void charge(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos=" + nanos + ": time passes forwards");
    }
    pe.strands().charge(nanos);
  }

  @Override
  public Report report() {
    return report;
  }

  @Override
  public GlobalAddressSpace.Statistics statistics() {
    return Counters.statistics(count());
  }

  @Override
  public GlobalAddressSpace.Statistics totalStatistics() {
    try (var _ = enter(ProgramCall.TOTAL_STATISTICS)) {
      return Counters.statistics(collectives.sum(count()));
    }
  }

  private long[] count() {
    Counters ofPe = new Counters();
    ofPe.bytesDirect = pe.transport().bytesDirect();
    ofPe.bytesCachedPeak = cache.peak();
    ofPe.bytesPinnedPeak = cache.pinnedPeak();
    long[] total;
    synchronized (ended) { // so that none is counted twice that ends meanwhile
      total = ended.clone();
      counters.forEach(each -> each.addTo(total));
    }
    ofPe.addTo(total);
    return total;
  }

  @Override
  public long[] sum(long... values) {
    try (var _ = enter(ProgramCall.SUM)) {
      return collectives.sum(values);
    }
  }

  @Override
  public long broadcast(long value) {
    try (var _ = enter(ProgramCall.BROADCAST)) {
      return collectives.broadcast(value);
    }
  }

  // --- for the task runtime

  @Override
  public ProcessingElement processingElement() {
    return pe;
  }

  @Override
  public Strand newStrand(Channel channel) {
    return newStrand(channel, pe.newWatch());
  }

  private Strand newStrand(Channel channel, StrandWatch ofStrand) {
    StrandChannel port = new StrandChannel(pe, channel);
    counters.add(port.counters());
    StrandCoherence strand = coherence.newStrand(port);
    return new Strand(
        strand, EngineOptions.of(options), () -> end(port), ofStrand, () -> localizable != 0);
  }

  private void end(StrandChannel port) {
    synchronized (ended) {
      port.counters().addTo(ended);
      counters.remove(port.counters());
    }
    port.release();
  }

  @Override
  public StrandMemory currentStrand() {
    return Strand.current();
  }

  @Override
  public GlobalMemory memory(int id) {
    MemoryHandle memory = memories.get(id);
    if (memory == null) {
      throw new GasException("memory id=" + id + " is not allocated, or closed, on PE " + pe());
    }
    return memory;
  }

  @Override
  public Set<Integer> pageSizes() {
    return Set.copyOf(pageSizes);
  }

  @Override
  public Object attachment() {
    return attachment;
  }

  @Override
  public void attach(Object object) {
    attachment = object;
  }

  @Override
  public LocalView lend(GlobalRange range, Access access) {
    return ((MemoryHandle) range.memory()).lend(range, access);
  }

  @Override
  public Channel mainChannel() {
    return mainChannel;
  }

  @Override
  public void leave(GasException why) {
    left = why;
  }

  @Override
  public void opened(Object handle, String what) {
    open.put(handle, what);
    opened.add(handle);
  }

  @Override
  public List<Object> opened() {
    return List.copyOf(opened);
  }

  @Override
  public void watchMeasured(Runnable begins, Runnable ends) {
    report.watch(begins, ends);
  }

  @Override
  public void closed(Object handle, Object kept) {
    open.remove(handle);
    opened.set(opened.lastIndexOf(handle), kept);
  }

  /** Ends this PE's part. Views are unmapped by the backend, when the last strand has ended. */
  @Override
  public void close() {
    mainStrand.unbind();
  }
}
