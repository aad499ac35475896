package org.temoto.gas.engine;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.temoto.gas.Access;
import org.temoto.gas.Coherence;
import org.temoto.gas.GasException;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasStatistics;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.ReleaseRequest;
import org.temoto.gas.engine.cache.Cache;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.coherence.PeCoherence;
import org.temoto.gas.engine.coherence.StrandCoherence;
import org.temoto.gas.engine.file.CheckpointFiles;
import org.temoto.gas.engine.transfer.Carriers;
import org.temoto.gas.engine.transfer.Counters;
import org.temoto.gas.engine.transfer.Port;
import org.temoto.gas.engine.view.Strand;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
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
  private final Collectives collectives;
  private final Map<Integer, Memory> memories = new ConcurrentHashMap<>();
  private int allocated;

  /** Why the program cannot take part in anything any more; null while it can. */
  private GasException left;

  /** Memories of pages that come and go. Volatile: the main strand allocates, others ask. */
  private volatile int localizable;

  private final List<Counters> counters = new CopyOnWriteArrayList<>();
  private final Counters ended = new Counters();

  /** Collective. */
  Space(ProcessingElement pe, GasOptions chosen) {
    this.pe = pe;
    this.options = chosen.withPes(pe.count());
    this.cache = new Cache(options.cacheBytes());
    this.coherence =
        new PeCoherence(
            cache,
            new Carriers(pe, options.workers(), options.cacheBytes()),
            options.coherence() == Coherence.AUTOMATIC,
            options.caching());
    this.allocator = new Allocator(pe, options);
    this.mainChannel = pe.transport().openChannel();
    this.mainStrand = newStrand(mainChannel);
    this.collectives = new Collectives(pe, mainChannel);
    mainStrand.bind();
    mainStrand.prepare();
    mainStrand.begin(0);
    mainStrand.watchProgram();
  }

  void run(Consumer<GlobalAddressSpace> program) {
    try {
      program.accept(this);
      if (left != null) {
        throw left;
      }
      mainStrand.watchEnd();
    } catch (RuntimeException | Error failure) {
      if (failure == left) { // its own code has not failed
        mainStrand.watchEnd();
      } else {
        mainStrand.watchFailure(failure);
      }
      throw failure;
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
    requireMain("allocate");
    PagedMemory paged = allocator.allocate(wanted);
    Memory memory = new Memory(this, allocated++, wanted, paged);
    memories.put(memory.id(), memory);
    countLocalizable();
    mainStrand.port().counters().bytesAliased += paged.bytesAliased();
    pe.atEnd(paged.view()::close);
    cache.add(paged);
    pe.transport().barrier();
    return memory;
  }

  /** Collective: gives back what a memory has, once nobody can be using it. */
  void free(Memory memory) {
    requireMain("close of a memory");
    barrier();
    memories.remove(memory.id());
    countLocalizable();
    cache.remove(memory.paged());
    memory.paged().free();
    mainStrand.watchFreed(memory);
  }

  private void countLocalizable() {
    localizable = (int) memories.values().stream().filter(Memory::isLocalizable).count();
  }

  boolean isInUse(PagedMemory memory) {
    return coherence.views().isOpen(memory) || memory.hasOpenTransfers();
  }

  @Override
  public void barrier() {
    requireMain("barrier");
    mainStrand.releaseAll();
    pe.transport().barrier();
    for (Memory memory : memories.values()) {
      if (!memory.isClosed()) { // else another PE may have given its frames to something else
        memory.paged().frames().reclaim(mainStrand.port()); // a quiescent point: all is quiet
      }
    }
    mainStrand.acquire();
    mainStrand.watchBarrier();
  }

  void requireMain(String what) {
    if (Strand.current() != mainStrand) {
      throw new IllegalStateException(
          what + " is collective: called by the program of a PE, not by a task");
    }
    if (left != null) {
      throw new GasException(what + " after a failure that ends this PE: " + left, left);
    }
  }

  @Override
  public void checkpoint(Path folder) {
    requireMain("checkpoint");
    new Checkpoint(this, inOrder(), new CheckpointFiles(folder)).write();
  }

  @Override
  public void restore(Path folder) {
    requireMain("restore");
    new Restore(this, inOrder(), new CheckpointFiles(folder)).read();
  }

  /** The memories, in the same order on every PE. */
  private List<Memory> inOrder() {
    return memories.values().stream().sorted(Comparator.comparingInt(Memory::id)).toList();
  }

  @Override
  public void releaseFence() {
    Strand.current().releaseAll();
  }

  @Override
  public ReleaseRequest releaseFenceAsync() {
    return Strand.current().releaseAllAsync();
  }

  @Override
  public void acquireFence() {
    Strand.current().acquireAll();
  }

  @Override
  public GasStatistics statistics() {
    return Counters.statistics(count().toArray());
  }

  @Override
  public GasStatistics totalStatistics() {
    return Counters.statistics(sum(count().toArray()));
  }

  private Counters count() {
    Counters total = new Counters();
    synchronized (ended) {
      total.add(ended);
    }
    counters.forEach(total::add);
    total.bytesDirect = pe.transport().bytesDirect();
    total.bytesCachedPeak = cache.peak();
    total.bytesPinnedPeak = cache.pinnedPeak();
    return total;
  }

  @Override
  public long[] sum(long... values) {
    requireMain("sum");
    return collectives.sum(values);
  }

  @Override
  public long broadcast(long value) {
    requireMain("broadcast");
    return collectives.broadcast(value);
  }

  // --- for the task runtime

  @Override
  public ProcessingElement processingElement() {
    return pe;
  }

  @Override
  public Strand newStrand(Channel channel) {
    Port port = new Port(pe, channel);
    counters.add(port.counters());
    StrandCoherence strand = coherence.newStrand(port);
    StrandWatch watch = pe.newWatch();
    return new Strand(
        strand, options.checks() || watch != null, () -> end(port), watch, () -> localizable != 0);
  }

  private void end(Port port) {
    synchronized (ended) {
      ended.add(port.counters());
    }
    counters.remove(port.counters());
    port.release();
  }

  @Override
  public StrandMemory currentStrand() {
    return Strand.current();
  }

  @Override
  public GlobalMemory memory(int id) {
    Memory memory = memories.get(id);
    if (memory == null) {
      throw new GasException("memory id=" + id + " is not allocated, or closed, on PE " + pe());
    }
    return memory;
  }

  @Override
  public LocalView lend(GlobalRange range, Access access) {
    return ((Memory) range.memory()).lend(range, access);
  }

  @Override
  public Channel mainChannel() {
    return mainChannel;
  }

  @Override
  public void leave(GasException why) {
    left = why;
  }

  /** Ends this PE's part. Views are unmapped by the backend, when the last strand has ended. */
  @Override
  public void close() {
    mainStrand.unbind();
  }
}
