package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory map of this process, as the kernel tells it. */
final class MemoryMap {
  private static final Path FILE = Path.of("/proc/self/maps");

  private MemoryMap() {}

  /** Its lines, a character for each byte: paths may be of any. None where it is not Linux. */
  static List<String> lines() {
    if (!Files.isReadable(FILE)) {
      return List.of();
    }
    try {
      return Files.readAllLines(FILE, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
  }

  /** The file that {@code line} has. */
  static Path file(String line) {
    byte[] name = line.substring(line.indexOf('/')).getBytes(StandardCharsets.ISO_8859_1);
    return Path.of(new String(name, Charset.forName(System.getProperty("sun.jnu.encoding"))));
  }
}
