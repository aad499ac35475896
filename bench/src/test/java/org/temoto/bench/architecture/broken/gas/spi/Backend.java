package org.temoto.bench.architecture.broken.gas.spi;

/** What programs may not know. */
public interface Backend {}
