package org.temoto.gas.shmem;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The one line of a PE that ends without its program getting a chance to say why. */
final class LastWords {
  /** The name of this host. */
  static final String HOST = hostName();

  private LastWords() {}

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      String name = System.getenv("HOSTNAME"); // a host may be unable to look itself up
      return name == null ? "unknown" : name;
    }
  }

  static void say(int rank, String reason) {
    String line = "temoto: PE " + rank + " on host " + HOST + ": " + reason;
    System.err.println(line.replaceAll("[\\p{Cntrl}]+", " "));
  }
}
