package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Message of one line from a PE that ends without its program getting a chance to say why. */
final class ExitMessage {
  /** The name of this host. */
  static final String HOST = ofKernel("hostname");

  /** Number that tells hosts of one name apart: the kernel has drawn it when it started. */
  static final String BOOT = ofKernel("random/boot_id");

  private ExitMessage() {}

  /** From the kernel: a host may be unable to look itself up. */
  private static String ofKernel(String name) {
    try {
      byte[] text = Files.readAllBytes(Path.of("/proc/sys/kernel", name));
      return new String(text, StandardCharsets.UTF_8).strip(); // a host's name may be of any bytes
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void say(int rank, String reason) {
    String line = "temoto: PE " + rank + " on host " + HOST + ": " + reason;
    System.err.println(line.replaceAll("[\\p{Cntrl}]+", " "));
  }
}
