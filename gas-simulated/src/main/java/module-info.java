/** Simulated cluster: a backend, found by the service loader, and the options that it has. */
module org.temoto.gas.simulated {
  requires it.unimi.dsi.fastutil.core;
  requires transitive org.temoto.gas;

  exports org.temoto.gas.simulated;

  provides org.temoto.gas.spi.Backend with
      org.temoto.gas.simulated.backend.SimulatedBackend;
}
