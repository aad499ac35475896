package org.temoto.gas.engine.view;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.temoto.gas.Access;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;
import org.temoto.gas.engine.coherence.AwayRead;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.coherence.StrandCoherence;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.transfer.Counters;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.CommunicationListener;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.StrandWatch;

/** A strand's side of the address space, through which its localizes go. */
public final class Strand extends StrandMemory {
  private static final ThreadLocal<Strand> CURRENT = new ThreadLocal<>();

  private static final int EAGER_ROUNDS = 1000;
  private static final long REST_NANOS = 50_000;

  private final StrandCoherence coherence;
  private final Counters counters;

  /** True if segments of closed views refuse access. */
  private final boolean checks;

  private final Runnable whenUnbound;
  private final StrandWatch watch;
  private final BooleanSupplier isWatchNeeded;

  /** Plain: whatever another thread reads here, it is not that thread. */
  private Thread thread;

  /** All memory there is, by address, for this thread only; null until a segment is asked for. */
  private MemorySegment everything;

  /** The same without stores. */
  private MemorySegment readOnly;

  /**
   * @param whenUnbound called when the strand ends
   * @param watch null for none
   * @param isWatchNeeded whether there is memory to localize
   */
  public Strand(
      StrandCoherence coherence,
      EngineOptions options,
      Runnable whenUnbound,
      StrandWatch watch,
      BooleanSupplier isWatchNeeded) {
    this.coherence = coherence;
    this.counters = coherence.port().counters();
    this.checks = options.has(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS) || watch != null;
    this.whenUnbound = whenUnbound;
    this.watch = watch;
    this.isWatchNeeded = isWatchNeeded;
  }

  /** The strand of the calling thread. */
  public static Strand current() {
    Strand strand = CURRENT.get();
    if (strand == null) {
      throw new GasException(
          "thread \"%s\" is no strand: global memory is used by tasks and by the program of a PE only"
              .formatted(Thread.currentThread().getName()));
    }
    return strand;
  }

  public StrandChannel port() {
    return coherence.port();
  }

  /** Opens a view of {@code memory}. */
  public LocalView localize(GlobalMemory face, PagedMemory memory, Extent extent, Access access) {
    return opened(new View(this, face, memory, extent, access, false));
  }

  /** The same for a collective: for a strand of any kind to use, until this one closes it. */
  public LocalView lend(GlobalMemory face, PagedMemory memory, Extent extent, Access access) {
    return opened(new View(this, face, memory, extent, access, true));
  }

  private View opened(View view) {
    if (watch == null ? coherence.open(view) : openWatched(view)) {
      counters.misses++;
    } else {
      counters.hits++;
    }
    openViews(coherence.viewCount());
    watchOpened(view);
    return view;
  }

  private boolean openWatched(View view) {
    watch.opening(view);
    try {
      return coherence.open(view);
    } catch (Throwable refusal) { // else the view would count as one that is being brought
      watch.validated();
      throw refusal;
    }
  }

  private void watchOpened(View view) {
    if (watch != null) {
      if (view.storesOnly() && !view.isLent()) {
        coherence.release(); // a checker fills the view: what was committed there is put before
      }
      watch.opened(view);
    }
  }

  /**
   * Requests views of {@code memory}: one wait for the directory words of all, then their pages
   * travel.
   */
  public List<Request<LocalView>> localizeAsync(
      GlobalMemory face, PagedMemory memory, List<Extent> extents, Access access) {
    List<View> views =
        extents.stream()
            .map(extent -> new View(this, face, memory, extent, access, false))
            .toList();
    coherence.request(memory, views);
    openViews(coherence.viewCount());
    List<Request<LocalView>> requests = new ArrayList<>();
    views.forEach(view -> requests.add(new ViewRequest(view)));
    return requests;
  }

  boolean hasArrived(View view) {
    requireOwn(view);
    return coherence.hasArrived(view);
  }

  /** Opens a view that has been requested. */
  void await(View view) {
    requireOwn(view);
    if (watch == null ? coherence.await(view) : awaitWatched(view)) {
      counters.misses++;
    } else {
      counters.hits++;
    }
    openViews(coherence.viewCount());
    watchOpened(view);
  }

  private boolean awaitWatched(View view) {
    watch.opening(view);
    try {
      return coherence.await(view);
    } catch (Throwable refusal) { // as above
      watch.validated();
      throw refusal;
    }
  }

  /**
   * Copies bytes of {@code memory}: of their owners', or of copies that are here or are brought.
   */
  public void read(GlobalMemory face, PagedMemory memory, Extent extent, MemorySegment to) {
    watchRead(face, extent);
    AwayRead away = coherence.readAway(memory, extent, to);
    copyNear(face, memory, away, to);
    openViews(coherence.viewCount());
  }

  /**
   * Copies bytes of {@code memory} from {@code from} on; without lists and runs if they are of one
   * page, as single elements are. A checker is told of reads by extents.
   */
  public void read(GlobalMemory face, PagedMemory memory, long from, MemorySegment to) {
    long end = from + to.byteSize();
    boolean inOnePage = from < end && from >>> memory.pageShift() == end - 1 >>> memory.pageShift();
    if (watch == null && inOnePage && coherence.readPart(memory, from, to)) {
      counters.misses++;
      return;
    }
    read(face, memory, Extent.of(from, end), to);
  }

  private void watchRead(GlobalMemory face, Extent extent) {
    for (int piece = 0; watch != null && piece < extent.pieces(); piece++) {
      watch.read(face, extent.pieceStart(piece), extent.pieceEnd(piece));
    }
  }

  private void copyNear(GlobalMemory face, PagedMemory memory, AwayRead away, MemorySegment to) {
    if (away.hasParts()) {
      counters.misses++;
    }
    away.forEachNear((from, end, at) -> {
      try (LocalView view = localize(face, memory, Extent.of(from, end), Access.READ)) {
        to.asSlice(at, end - from).copyFrom(view.segment());
      }
    });
  }

  void commit(View view, Extent extent) {
    if (watch != null) {
      for (int piece = 0; piece < extent.pieces(); piece++) {
        watch.committed(view, extent.pieceStart(piece), extent.pieceEnd(piece));
      }
    }
    coherence.commit(view, extent);
  }

  boolean checks() {
    return checks;
  }

  void close(View view) {
    requireOwn(view);
    if (watch != null) {
      watch.closing(view);
    }
    end(view);
  }

  /** Closes a view that its task has left open. */
  void abandon(View view) {
    requireOwn(view);
    if (watch != null) {
      watch.abandoning(view);
    }
    end(view);
  }

  private void end(View view) {
    coherence.close(view);
    openViews(coherence.viewCount());
  }

  /** Tells whether the calling thread is the strand's: a comparison of two references. */
  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** The memory at {@code address}, which Java refuses to other threads than the strand's. */
  MemorySegment confined(long address, long bytes, Access access) {
    if (everything == null) {
      everything = MemorySegment.NULL.reinterpret(Long.MAX_VALUE, Arena.ofConfined(), null);
      readOnly = everything.asReadOnly();
    }
    return (access.writes() ? everything : readOnly).asSlice(address, bytes);
  }

  /** Refuses threads to which a program has handed what is this strand's alone. */
  void requireOwn(Object owned) {
    if (!isCurrent()) {
      throw new IllegalStateException(
          "%s belongs to another strand than thread \"%s\""
              .formatted(owned, Thread.currentThread().getName()));
    }
  }

  @Override
  public void holds(Held taken) {
    // mutant: no-acquire-on-lock
    acquireAll();
    coherence.holds(taken);
    openViews(coherence.viewCount());
  }

  @Override
  public boolean gives(Held given) {
    requireOwn(given);
    if (!coherence.gives(given)) {
      return false;
    }
    openViews(coherence.viewCount());
    // mutant: no-release-on-unlock
    releaseAll();
    return true;
  }

  @Override
  public List<Held> held() {
    return List.copyOf(coherence.held());
  }

  @Override
  public boolean isHolding() {
    return !coherence.held().isEmpty();
  }

  @Override
  public void abandonHeld() {
    for (Held held : held().reversed()) {
      coherence.gives(held);
      held.abandon();
    }
    openViews(coherence.viewCount());
  }

  @Override
  public void pause(int round) {
    port().pause();
    if (round > EAGER_ROUNDS) {
      port().pe().strands().park(REST_NANOS);
    }
  }

  @Override
  public void bind() {
    thread = Thread.currentThread();
    everything = null;
    CURRENT.set(this);
  }

  @Override
  public void prepare() {
    coherence.port().prepare();
  }

  @Override
  public void unbind() {
    CURRENT.remove();
    thread = null;
    coherence.end();
    whenUnbound.run();
  }

  @Override
  public void use(Channel channel) {
    coherence.use(channel);
  }

  @Override
  public void tell(CommunicationListener listener) {
    coherence.port().tell(listener);
  }

  @Override
  public long communicationNanos() {
    return counters.communicationNanos;
  }

  @Override
  public long epoch() {
    return coherence.epoch();
  }

  @Override
  public void begin(long epoch) {
    coherence.begin(epoch);
  }

  @Override
  public void enter() {
    coherence.enter();
  }

  @Override
  public List<String> leave() {
    List<String> left = coherence.leave();
    openViews(coherence.viewCount());
    return left;
  }

  @Override
  public List<String> abandon() {
    List<String> left = coherence.abandon();
    openViews(coherence.viewCount());
    return left;
  }

  @Override
  public void forked() {
    if (watch != null) {
      watch.freezing();
    }
    coherence.forked();
  }

  @Override
  public void joined(long epoch) {
    watchValidation();
    try {
      coherence.joined(epoch);
    } finally {
      watchValidated();
    }
  }

  @Override
  public void synced() {
    watchValidation();
    syncRefused(true); // unless it returns
    try {
      coherence.synced();
      syncRefused(false);
    } finally {
      watchValidated();
    }
    if (watch != null) {
      watch.thawed();
    }
  }

  /** A release that the program has asked for: of what it has open, too. */
  public void releaseAll() {
    coherence.publish();
    coherence.release();
    if (watch != null) {
      watch.released();
    }
  }

  /** The same, which goes on when this returns. */
  public Request<Void> releaseAllAsync() {
    coherence.publish();
    long number = coherence.startRelease();
    return new ReleaseHandle(port().rank(), number, watch == null ? null : watch.releasing());
  }

  /** The program knows that the release is complete for which {@code watched} stands. */
  void complete(Object watched) {
    if (watch != null && watched != null) {
      watch.complete(watched);
    }
  }

  @Override
  public void publish() {
    coherence.publish();
  }

  @Override
  public void release() {
    coherence.release();
  }

  @Override
  public boolean isReleaseTravelling() {
    return coherence.isReleaseTravelling();
  }

  @Override
  public long startRelease() {
    return coherence.startRelease();
  }

  @Override
  public boolean hasReleased(long number) {
    return coherence.hasReleased(number);
  }

  @Override
  public void awaitRelease(long number) {
    coherence.awaitRelease(number);
  }

  /** An acquire that the program has asked for. */
  public void acquireAll() {
    watchValidation();
    try {
      // mutant: no-acquire-on-fence
      coherence.acquire();
    } finally {
      watchValidated();
    }
    if (watch != null) {
      watch.acquired();
    }
  }

  @Override
  public StrandWatch watch() {
    return isWatchNeeded.getAsBoolean() ? watch : null;
  }

  @Override
  public void acquire() {
    watchValidation();
    try {
      coherence.acquire();
    } finally {
      watchValidated();
    }
  }

  private void watchValidation() {
    if (watch != null) {
      watch.validating();
    }
  }

  private void watchValidated() {
    if (watch != null) {
      watch.validated();
    }
  }
}
