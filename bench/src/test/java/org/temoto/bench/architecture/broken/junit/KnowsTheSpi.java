package org.temoto.bench.architecture.broken.junit;

import org.temoto.bench.architecture.broken.gas.spi.Backend;

/** Test support may not know the SPI. */
public final class KnowsTheSpi {
  Backend backend;
}
