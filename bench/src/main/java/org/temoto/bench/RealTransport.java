package org.temoto.bench;

import java.util.List;

/** Transport of the real runs that {@link Validation} compares predictions with. */
enum RealTransport {
  /** None: PEs are threads of this process. */
  SIMULATED(List.of()),

  /** Processes of this machine under OpenSHMEM, which has them share memory. */
  SHM(List.of()),

  /**
   * Processes of this machine that reach each other over its loopback device only. Their memory is
   * System V's: without shared memory as a transport, UCX has none that can be mapped twice.
   */
  TCP(List.of("-x", "UCX_TLS=tcp,self", "--mca", "sshmem", "sysv"));

  private final List<String> oshrunOptions;

  RealTransport(List<String> oshrunOptions) {
    this.oshrunOptions = oshrunOptions;
  }

  /** Options that {@code oshrun} has to be told. */
  List<String> oshrunOptions() {
    return oshrunOptions;
  }
}
