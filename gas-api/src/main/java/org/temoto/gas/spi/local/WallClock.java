package org.temoto.gas.spi.local;

import org.temoto.gas.spi.Clock;

/**
 * The machine's monotonic clock, counted from the start of the job: never negative, so 0 means
 * "long ago".
 */
public final class WallClock implements Clock {
  private final long start = System.nanoTime();

  @Override
  public long now() {
    return System.nanoTime() - start;
  }
}
