package org.temoto.gas.engine;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;
import org.temoto.gas.Region;
import org.temoto.gas.Request;
import org.temoto.gas.engine.coherence.PagedMemory;
import org.temoto.gas.engine.memory.Extent;
import org.temoto.gas.engine.owner.DirectoryWord;
import org.temoto.gas.engine.owner.Migrator;
import org.temoto.gas.engine.transfer.StrandChannel;
import org.temoto.gas.engine.view.Strand;
import org.temoto.gas.spi.MemorySupport;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.StrandMemory;
import org.temoto.gas.spi.StrandWatch;

/** A global memory as one PE sees it. */
final class MemoryHandle implements GlobalMemory, MemorySupport {
  private final Space space;
  private final int id;
  private final MemoryOptions options;
  private final PagedMemory paged;
  private final Words words;

  /** Gives back the addresses where the job ends before the memory is closed. */
  final Runnable unmap;

  private boolean closed;
  private volatile Object attachment;

  MemoryHandle(Space space, int id, MemoryOptions options, PagedMemory paged) {
    this.space = space;
    this.id = id;
    this.options = options;
    this.paged = paged;
    this.unmap = paged::unmap;
    this.words = options.words() ? new Words(this, space.processingElement()) : null;
  }

  PagedMemory paged() {
    return paged;
  }

  /** The words, or null for a memory that is localized. */
  Words sharedWords() {
    return words;
  }

  /** Tells whether this PE has come to close it. */
  boolean isClosed() {
    return closed;
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public String name() {
    return options.name();
  }

  @Override
  public long byteSize() {
    return options.byteSize();
  }

  @Override
  public int pageSize() {
    return paged.pageSize();
  }

  @Override
  public int pages() {
    return paged.pages().pages();
  }

  @Override
  public Distribution distribution() {
    return options.distribution();
  }

  @Override
  public OwnershipPolicy ownership() {
    return paged.ownership();
  }

  @Override
  public GlobalAddressSpace space() {
    return space;
  }

  @Override
  public LocalView localize(long offset, long length, Access access) {
    requireInside("localize", offset, length);
    requirePermitted(access);
    return cachedBy().localize(this, paged, Extent.of(offset, offset + length), access);
  }

  /** As {@link #localize(long, long, Access)}, for a collective. */
  LocalView lend(GlobalRange range, Access access) {
    requirePermitted(access);
    Extent extent = Extent.of(range.offset(), range.offset() + range.length());
    return cachedBy().lend(this, paged, extent, access);
  }

  @Override
  public List<Request<LocalView>> localizeAsync(List<? extends Region> regions, Access access) {
    List<Extent> extents = new ArrayList<>();
    for (Region region : regions) {
      requireOwn(region, "localized");
      requirePermitted(region, access);
      extents.add(Extent.of(region));
    }
    return cachedBy().localizeAsync(this, paged, extents, access);
  }

  @Override
  public void read(long offset, MemorySegment to) {
    requireInside("read", offset, to.byteSize());
    requireStorable(to);
    cachedBy().read(this, paged, offset, to);
  }

  @Override
  public void read(Region region, MemorySegment to) {
    cachedBy().read(this, paged, extentFor(region, to), to);
  }

  /** Refused here: a transport would store there unasked. */
  private static void requireStorable(MemorySegment to) {
    if (to.isReadOnly()) {
      throw new IllegalArgumentException("read into " + to + ": must not be read-only");
    }
    if (!to.scope().isAlive() || !to.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalStateException(
          "read into " + to + ": must be open, and of the thread that reads");
    }
  }

  private Extent extentFor(Region region, MemorySegment to) {
    requireOwn(region, "read");
    requireStorable(to);
    Extent extent = Extent.of(region);
    if (extent.bytes() != to.byteSize()) {
      throw new IllegalArgumentException(
          "a region of %s bytes is read into %s: must be as many"
              .formatted(extent.bytes(), to.byteSize()));
    }
    return extent;
  }

  private void requireInside(String what, long offset, long length) {
    if (offset < 0 || length < 0 || offset > options.byteSize() - length) {
      throw new IndexOutOfBoundsException(
          "%s of %s bytes at %s is outside memory \"%s\" of %s bytes"
              .formatted(what, length, offset, name(), byteSize()));
    }
  }

  @Override
  public LocalView localize(Region region, Access access) {
    if (region instanceof GlobalRange range && range.memory() == this) {
      return localize(range.offset(), range.length(), access);
    }
    requireOwn(region, "localized");
    requirePermitted(region, access);
    return cachedBy().localize(this, paged, Extent.of(region), access);
  }

  private void requirePermitted(Region region, Access access) {
    requirePermitted(access);
    if (access.writes() && region instanceof Region.Gathered) {
      throw new IllegalArgumentException(
          "gathered elements of memory \"%s\" localized for %s: must be READ, for there are others between them; scatter() has none"
              .formatted(name(), access));
    }
  }

  private void requirePermitted(Access access) {
    if (access.writes() && isSealed()) {
      throw new GasException(
          "localize of memory \"%s\" with access=%s: it has been sealed and can be localized for READ only"
              .formatted(name(), access));
    }
  }

  private void requireOwn(Region region, String what) {
    if (region.memory() != this) {
      throw new IllegalArgumentException(
          "region of memory \"%s\" %s in memory \"%s\""
              .formatted(region.memory().name(), what, name()));
    }
  }

  @Override
  public Region.Gathered gather(long base, int elementBytes, long[] indices) {
    Gathering gathering =
        new Gathering(
            this, paged.directory(), space.processingElement().transport().bytesPerOperation());
    return isWatched() // a checker must not take what comes along for read
        ? gathering.alone(base, elementBytes, indices)
        : gathering.of(base, elementBytes, indices);
  }

  /** The calling strand, for pages that come and go. */
  private Strand cachedBy() {
    if (words != null) {
      throw new GasException(
          "memory \"%s\" has shared words, which are never copied or moved: use words()"
              .formatted(name()));
    }
    return strand();
  }

  /** The calling strand, if it may use this memory. */
  Strand strand() {
    Strand strand = Strand.current();
    if (strand.port().pe() != space.processingElement()) {
      throw new IllegalStateException(
          "memory \"%s\" of PE %s is used on PE %s%s: let the task carry it as a component"
              .formatted(
                  name(),
                  space.pe(),
                  strand.port().rank(),
                  strand.port().rank() == space.pe() ? " of another job" : ""));
    }
    if (closed) {
      throw new IllegalStateException("memory \"" + name() + "\" has been closed");
    }
    return strand;
  }

  @Override
  public void migrate(long offset, long length, int pe) {
    GlobalRange range = range(offset, length);
    if (pe < 0 || pe >= space.pes()) {
      throw new IllegalArgumentException(
          "migrate to pe=" + pe + ": must be in [0, " + space.pes() + ")");
    }
    if (range.length() == 0) {
      return;
    }
    StrandChannel port = cachedBy().port();
    boolean isFixed =
        ownership() == OwnershipPolicy.FIXED || ownership() == OwnershipPolicy.FORWARDED;
    if (isFixed && options.spareFrames() == null) {
      throw new GasException(
          "migrate of memory \"%s\", whose pages are fixed: allocate it withSpareFrames, for example of 0.25"
              .formatted(name()));
    }
    int last = (int) ((offset + length - 1) / pageSize());
    for (int page = (int) (offset / pageSize()); page <= last; page++) {
      if (paged.isIdentity()) {
        Migrator.migrateInPlace(port, paged.directory(), page, pageSize(), pe);
      } else {
        Migrator.migrate(port, paged.directory(), paged.frames(), page, pageSize(), pe);
      }
    }
  }

  @Override
  public int owner(long offset) {
    range(offset, 1);
    return DirectoryWord.owner(
        paged.directory().word(strand().port().channel(), (int) (offset / pageSize())));
  }

  @Override
  public int home(long offset) {
    range(offset, 1);
    return paged.directory().map().manager((int) (offset / pageSize()));
  }

  @Override
  public Words words() {
    if (words == null) {
      throw new GasException(
          "memory \"" + name() + "\" has no shared words: allocate it by MemoryOptions.words");
    }
    return words;
  }

  @Override
  public void seal() {
    Strand strand = cachedBy();
    if (space.isInUse(paged)) {
      throw new GasException("memory \"" + name() + "\" is sealed while views of it are open");
    }
    if (!isSealed()) {
      try (var _ = space.enter(ProgramCall.SEAL)) {
        space.barrier();
        paged.seal(strand.epoch()); // the barrier's: what was validated before it may be old
      }
    }
  }

  @Override
  public boolean isSealed() {
    return paged.isSealed();
  }

  @Override
  public void save(Path file) {
    try (var _ = space.enter(ProgramCall.SAVE)) {
      strand();
      new MemoryFile(space, this, file).save();
    }
  }

  @Override
  public void load(Path file) {
    try (var _ = space.enter(ProgramCall.LOAD)) {
      strand();
      if (isSealed()) {
        throw new GasException(
            "load of " + file + " into memory \"" + name() + "\", which has been sealed");
      }
      new MemoryFile(space, this, file).load();
    }
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
  public void writeWords(long[] at, long[][] values) {
    words().writeAll(at, values);
  }

  @Override
  public boolean isWatched() {
    return strand().watch() != null;
  }

  @Override
  public void renewed(long from, long to) {
    StrandWatch watch = strand().watch();
    if (watch != null) {
      watch.renewed(this, from, to);
    }
  }

  @Override
  public void discarded(long from, long to) {
    StrandWatch watch = strand().watch();
    if (watch != null) {
      watch.discarded(this, from, to);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      try (var _ = space.enter(ProgramCall.FREE)) {
        if (space.isInUse(paged)) {
          throw new GasException("memory \"" + name() + "\" is closed while views of it are open");
        }
        requireNothingHeld();
        closed = true;
        space.free(this);
      }
    }
  }

  /**
   * Only this strand may have left something: tasks give back what they hold as they end. What it
   * holds of another memory would be refused at the barrier, when this one seems closed.
   */
  private void requireNothingHeld() {
    List<StrandMemory.Held> held = strand().held();
    if (!held.isEmpty()) {
      throw new GasException(
          "memory \"" + name() + "\" is closed while " + held.getFirst() + " is held");
    }
  }

  @Override
  public String toString() {
    return "memory \"" + name() + "\" of " + byteSize() + " bytes";
  }
}
