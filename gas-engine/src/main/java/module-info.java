/** Engine of the global address space, found by the service loader; exports nothing. */
module org.temoto.gas.engine {
  requires chronicle.core;
  requires it.unimi.dsi.fastutil.core;
  requires org.temoto.gas;

  uses org.temoto.gas.spi.Backend;

  provides org.temoto.gas.spi.Engine with
      org.temoto.gas.engine.PageEngine;
}
