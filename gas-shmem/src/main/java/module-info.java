/** OpenSHMEM cluster: a backend, found by the service loader, and the options that it has. */
module org.temoto.gas.shmem {
  requires transitive org.temoto.gas;

  exports org.temoto.gas.cluster;

  provides org.temoto.gas.spi.Backend with
      org.temoto.gas.shmem.ShmemBackend;
}
