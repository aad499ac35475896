package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;

/**
 * Reader of parts of sorted runs for a merge, a window of each at a time, without bringing pages;
 * the next windows are on their way while these are merged.
 */
final class RunReader implements AutoCloseable {
  private static final int FIRST_SHARE = 8;

  private final Keys keys;
  private final ElementType type;
  private final int runs;
  private final long[] next;
  private final long[] end;
  private final long mostKeys;

  /** Number of keys of each run that are on their way. */
  private final long[] coming;

  /** In all windows of the next fetch; the first are small, for nothing is merged meanwhile. */
  private long windowKeys;

  private List<MemorySegment> windows;
  private MemorySegment packed = MemorySegment.NULL;
  private MemorySegment other = MemorySegment.NULL;
  private Request<LocalView> pending;

  /** Reads [{@code from}[r], {@code to}[r]) of {@code keys} for each run r. */
  RunReader(Keys keys, long[] from, long[] to) {
    this.keys = keys;
    this.type = keys.type();
    this.runs = from.length;
    this.next = from.clone();
    this.end = to.clone();
    this.mostKeys = Front.WINDOW_BYTES / type.bytes();
    this.windowKeys = mostKeys / FIRST_SHARE;
    this.coming = new long[runs];
    this.windows = new ArrayList<>(Collections.nCopies(runs, MemorySegment.NULL));
    fetch();
  }

  boolean hasNext() {
    for (int run = 0; run < runs; run++) {
      if (kept(run) + coming[run] > 0) {
        return true;
      }
    }
    return false;
  }

  /** The number of keys of a run that have been read and not merged. */
  private long kept(int run) {
    return windows.get(run).byteSize() / type.bytes();
  }

  /** The next parts, one of each run, valid until the next call; waits for them. */
  List<MemorySegment> next() {
    if (pending != null) {
      try (LocalView view = pending.await()) {
        pack(view);
      }
      pending = null;
    } else {
      pack(null);
    }
    long[] beyond = new long[runs];
    Arrays.setAll(beyond, run -> end[run] - next[run]);
    int[] ready = Front.ready(type, windows, beyond);
    List<MemorySegment> parts = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      long bytes = (long) ready[run] * type.bytes();
      if (bytes > 0) {
        parts.add(windows.get(run).asSlice(0, bytes));
      }
      windows.set(run, windows.get(run).asSlice(bytes));
    }
    fetch();
    return parts;
  }

  /** Packs what is left of the windows and what has come, run by run, into the other buffer. */
  private void pack(LocalView view) {
    long kept = windows.stream().mapToLong(MemorySegment::byteSize).sum();
    other = grown(other, kept + Arrays.stream(coming).sum() * type.bytes());
    long at = 0;
    for (int run = 0; run < runs; run++) {
      long start = at;
      MemorySegment left = windows.get(run);
      MemorySegment.copy(left, 0, other, at, left.byteSize());
      at += left.byteSize();
      long bytes = coming[run] * type.bytes();
      if (bytes > 0) {
        long come = keys.slice(next[run] - coming[run], next[run]).range().offset();
        MemorySegment.copy(view.segment(), come - view.offset(), other, at, bytes);
      }
      at += bytes;
      windows.set(run, other.asSlice(start, at - start));
      coming[run] = 0;
    }
    MemorySegment filled = other;
    other = packed;
    packed = filled;
  }

  /** Starts to read what the windows lack. */
  private void fetch() {
    long[] left = new long[runs];
    Arrays.setAll(left, run -> kept(run) + end[run] - next[run]);
    long[] wanted = Front.windows(left, windowKeys);
    windowKeys = Math.min(2 * windowKeys, mostKeys);
    List<GlobalRange> parts = new ArrayList<>();
    long bytes = 0;
    for (int run = 0; run < runs; run++) {
      coming[run] = Math.clamp(wanted[run] - kept(run), 0, end[run] - next[run]);
      if (coming[run] > 0) {
        parts.add(keys.slice(next[run], next[run] + coming[run]).range());
        bytes += coming[run] * type.bytes();
        next[run] += coming[run];
      }
    }
    if (bytes > 0) {
      pending = new Region.Ranges(parts).localizeAsync(Access.READ);
    }
  }

  private static MemorySegment grown(MemorySegment buffer, long bytes) {
    if (buffer.byteSize() >= bytes) {
      return buffer;
    }
    give(buffer);
    return ArrayPool.NATIVE.take(Math.toIntExact(bytes));
  }

  private static void give(MemorySegment buffer) {
    if (buffer.byteSize() > 0) {
      ArrayPool.NATIVE.give(buffer);
    }
  }

  @Override
  public void close() {
    if (pending != null) {
      pending.close();
    }
    give(packed);
    give(other);
  }
}
