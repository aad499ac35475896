package org.temoto.apps.cli;

import org.temoto.gas.simulated.Network;

/**
 * Known networks, by the simple model. Numbers of vendors are of a message one way, without
 * switches, and so a lower bound; docs/networks.md has where each is from.
 */
enum NetworkPreset {
  /** Ikegami and Taura's 10 Gb Ethernet: 9 Gbit/s; its latency read as microseconds. */
  ETHERNET_10G("10gbe", 1_800, 9e9),

  /** The same with its latency as it is printed, in milliseconds. */
  ETHERNET_10G_MS("10gbe-ms", 1_800_000, 9e9),

  /** 4 lanes of 14.0625 Gbit/s, of whose 66 bits 64 are data; 0.7 us between host adapters. */
  INFINIBAND_FDR("infiniband-fdr", 700, 54.54e9),

  /** 4 lanes of 25.78125 Gbit/s, of whose 66 bits 64 are data; 0.6 us between host adapters. */
  INFINIBAND_EDR("infiniband-edr", 600, 100e9),

  /** One link of the Tofu interconnect D: 6.8 GB/s; 0.49 us for a put to a neighbour. */
  TOFU_D("tofu-d", 490, 54.4e9);

  private final String label;
  private final Network network;

  NetworkPreset(String label, long latencyNanos, double bitsPerSecond) {
    this.label = label;
    this.network = new Network(latencyNanos, bitsPerSecond);
  }

  /** The name on the command line. */
  String label() {
    return label;
  }

  /** The network that is meant. */
  Network network() {
    return network;
  }
}
