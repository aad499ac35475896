package org.temoto.bench.architecture.broken.gas.spi;

/** Type of the backends' interface, which programs may not know. */
public interface Backend {}
