package org.temoto.gas.engine.transfer;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.ProcessingElement;

/**
 * The carriers of one PE. There is a bound to what travels while strands compute, in carriers and
 * in bytes: a strand that finds no carrier does without, and none ever waits for one. Thread-safe.
 */
public final class AsyncChannelPool {
  private static final int PER_WORKER = 32;

  /** Channels cost a library memory, and a reader of the table of strands that use frames time. */
  private static final int MOST = 64;

  /** All buffers together take at most the bytes of the cache divided by this. */
  private static final int CACHE_SHARE = 4;

  private final ProcessingElement pe;
  private final int most;
  private final long mostBytes;

  /** Guarded by itself, as are the next three. */
  private final List<AsyncChannel> all = new ArrayList<>();

  private final List<AsyncChannel> idle = new ArrayList<>();
  private int opened;
  private long travelling;

  public AsyncChannelPool(ProcessingElement pe, int workers, long cacheBytes) {
    this.pe = pe;
    this.mostBytes = cacheBytes / CACHE_SHARE;
    this.most = most(workers);
    pe.atEnd(this::release);
  }

  /** Most channels of a PE with so many workers. */
  public static int most(int workers) {
    return Math.min(MOST, PER_WORKER * workers);
  }

  /**
   * One that is not in use, whose buffer is going to take {@code bytes}; null if there is none, or
   * too much is on its way already.
   */
  public AsyncChannel take(long bytes) {
    AsyncChannel carrier;
    synchronized (all) {
      if (bytes > mostBytes - travelling || idle.isEmpty() && opened == most) {
        return null;
      }
      travelling += bytes;
      carrier = idle.isEmpty() ? null : idle.removeLast();
      opened += carrier == null ? 1 : 0;
    }
    if (carrier == null) {
      carrier = open(bytes);
    }
    carrier.charge(bytes);
    return carrier;
  }

  /** Tells whether {@code carrier} may take {@code bytes}, which then count in place of its own. */
  public boolean charge(AsyncChannel carrier, long bytes) {
    synchronized (all) {
      long more = bytes - carrier.charged();
      boolean isEnough = more <= mostBytes - travelling;
      if (isEnough) {
        travelling += more;
        carrier.charge(bytes);
      }
      return isEnough;
    }
  }

  /** Number of channels that are not in use, at present. */
  public int free() {
    synchronized (all) {
      return most - opened + idle.size();
    }
  }

  private AsyncChannel open(long bytes) {
    try {
      AsyncChannel carrier = new AsyncChannel(pe.transport().openChannel());
      synchronized (all) {
        all.add(carrier);
      }
      return carrier;
    } catch (RuntimeException | Error failure) {
      synchronized (all) {
        opened--;
        travelling -= bytes;
      }
      throw failure;
    }
  }

  /** Nothing is on its way with {@code carrier} any more. */
  public void giveBack(AsyncChannel carrier) {
    carrier.rest();
    synchronized (all) {
      travelling -= carrier.charged();
      idle.add(carrier);
    }
  }

  private void release() {
    synchronized (all) {
      all.forEach(AsyncChannel::release);
    }
  }
}
