package org.temoto.task.pattern.sort;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;

/**
 * Parts of sorted runs for a merge, by views: asks for all keys at once, and localizes a window of
 * each run after the other, so that what comes later is on its way while what is here is merged.
 */
final class RunViews implements AutoCloseable {
  /** Bytes of the first window of a run; each next one is twice as long. */
  private static final long FIRST_WINDOW = 4 << 10;

  private static final long LONGEST_WINDOW = 32 << 10;

  private final List<Run> runs;
  private final List<Request<LocalView>> requests;

  private RunViews(List<Keys> keys, long firstWindow, List<Request<LocalView>> requests) {
    this.requests = requests;
    this.runs = keys.stream().map(run -> new Run(run, firstWindow)).toList();
  }

  /** Views of keys that come from other PEs. */
  static RunViews byWindows(List<Keys> keys) {
    return new RunViews(keys, FIRST_WINDOW, Keys.request(keys));
  }

  /** Views of each run as a whole, where all keys are at home here. */
  static RunViews whole(List<Keys> keys) {
    return new RunViews(keys, Long.MAX_VALUE, List.of());
  }

  boolean hasNext() {
    return runs.stream().anyMatch(Run::hasKeys);
  }

  /** The next part of each run, valid until the next call: all of their keys come before others. */
  List<MemorySegment> next() {
    runs.forEach(Run::fill);
    List<MemorySegment> windows = runs.stream().map(run -> run.window).toList();
    long[] beyond = runs.stream().mapToLong(Run::beyond).toArray();
    int[] ready = Front.ready(runs.getFirst().keys.type(), windows, beyond);
    List<MemorySegment> parts = new ArrayList<>();
    for (int i = 0; i < ready.length; i++) {
      parts.add(runs.get(i).take(ready[i]));
    }
    return parts;
  }

  @Override
  public void close() {
    runs.forEach(Run::close);
    requests.forEach(Request::close);
  }

  /** A run, of which the keys before {@code next} have been localized. */
  private static final class Run {
    private final Keys keys;
    private long windowBytes;
    private long next;
    private LocalView view;
    private MemorySegment window = MemorySegment.NULL;

    Run(Keys keys, long windowBytes) {
      this.keys = keys;
      this.windowBytes = windowBytes;
    }

    /** The number of keys that come after the window. */
    long beyond() {
      return keys.length() - next;
    }

    boolean hasKeys() {
      return beyond() > 0 || window.byteSize() > 0;
    }

    /** Localizes the next window if all keys of this one have been taken. */
    void fill() {
      if (window.byteSize() > 0 || beyond() == 0) {
        return;
      }
      close();
      long end = Math.min(beyond(), windowBytes / keys.type().bytes()) + next;
      view = keys.slice(next, end).localize(Access.READ);
      window = view.segment();
      next = end;
      windowBytes = Math.min(2 * windowBytes, LONGEST_WINDOW);
    }

    MemorySegment take(int count) {
      long bytes = (long) count * keys.type().bytes();
      MemorySegment taken = window.asSlice(0, bytes);
      window = window.asSlice(bytes);
      return taken;
    }

    void close() {
      if (view != null) {
        view.close();
        view = null;
      }
    }
  }
}
