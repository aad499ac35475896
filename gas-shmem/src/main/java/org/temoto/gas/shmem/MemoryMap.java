package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.temoto.gas.RefusedException;

/** The memory map of this process, as the kernel tells it. */
final class MemoryMap {
  private static final Path FILE = Path.of("/proc/self/maps");

  private MemoryMap() {}

  /**
   * Its lines, a character for each byte: paths may be of any, also of those that end lines
   * elsewhere. None where it is not Linux.
   */
  static List<String> lines() {
    if (!Files.isReadable(FILE)) {
      return List.of();
    }
    try {
      return List.of(Files.readString(FILE, StandardCharsets.ISO_8859_1).split("\n", 0));
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
  }

  /**
   * The file that {@code line} has.
   *
   * @throws RefusedException if the locale has no characters for its name
   */
  static Path file(String line) {
    byte[] name = line.substring(line.indexOf('/')).getBytes(StandardCharsets.ISO_8859_1);
    String encoding = System.getProperty("sun.jnu.encoding");
    String text = new String(name, Charset.forName(encoding));
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new RefusedException(
          "file %s has characters that the locale's encoding, %s, has not: set LC_ALL=C.UTF-8"
              .formatted(text, encoding),
          e);
    }
  }
}
