package org.temoto.gas.engine.transfer;

import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.spi.ProcessingElement;

/**
 * The carriers of one PE. There is a bound to what travels while strands compute: whoever finds no
 * carrier does without, and nobody ever waits for one. Thread-safe.
 */
public final class Carriers {
  private static final int PER_WORKER = 8;

  /** Channels cost a library memory, and a reader of the table of those who use frames time. */
  private static final int MOST = 64;

  private final ProcessingElement pe;
  private final int most;

  /** Guarded by itself, as are the next two. */
  private final List<Carrier> all = new ArrayList<>();

  private final List<Carrier> idle = new ArrayList<>();
  private int opened;

  public Carriers(ProcessingElement pe, int workers) {
    this.pe = pe;
    this.most = most(workers);
    pe.atEnd(this::release);
  }

  /** How many a PE with so many workers has. */
  public static int most(int workers) {
    return Math.min(MOST, PER_WORKER * workers);
  }

  /** One that nobody uses, or null if there is none. */
  public Carrier take() {
    synchronized (all) {
      if (!idle.isEmpty()) {
        return idle.removeLast();
      }
      if (opened == most) {
        return null;
      }
      opened++;
    }
    Carrier carrier = new Carrier(pe.transport().openChannel());
    synchronized (all) {
      all.add(carrier);
    }
    return carrier;
  }

  /** Nothing is on its way with {@code carrier} any more. */
  public void giveBack(Carrier carrier) {
    synchronized (all) {
      idle.add(carrier);
    }
  }

  private void release() {
    synchronized (all) {
      all.forEach(Carrier::release);
    }
  }
}
