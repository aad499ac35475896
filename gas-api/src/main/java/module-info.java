/**
 * Public API of the global address space: spaces, memories, ranges, views, arrays, heaps and locks;
 * and the SPI, for the modules that it is exported to.
 */
@SuppressWarnings("module") // those that it exports to are built later
module org.temoto.gas {
  requires transitive chronicle.bytes;

  exports org.temoto.gas;
  exports org.temoto.gas.array;
  exports org.temoto.gas.heap;
  exports org.temoto.gas.lock;
  exports org.temoto.gas.spi to
      org.temoto.gas.engine,
      org.temoto.gas.simulated,
      org.temoto.gas.shmem,
      org.temoto.task;
  exports org.temoto.gas.spi.file to
      org.temoto.gas.engine,
      org.temoto.task;
  exports org.temoto.gas.spi.local to
      org.temoto.gas.simulated,
      org.temoto.gas.shmem;

  uses org.temoto.gas.spi.Engine;
}
