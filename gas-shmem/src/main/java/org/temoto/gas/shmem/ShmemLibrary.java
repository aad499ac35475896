package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.temoto.gas.GasException;

/** Finds and loads the OpenSHMEM library of this machine, without initializing it. */
final class ShmemLibrary {
  /** The property that names the library, by file or by name. */
  static final String PROPERTY = "temoto.shmem.library";

  private static final List<String> USUAL_NAMES =
      List.of("liboshmem.so.40", "liboshmem.so", "libsma.so");
  private static final Path MAPS = Path.of("/proc/self/maps");

  private ShmemLibrary() {}

  /** Loads the library for the bindings; returns the file that it is in. */
  static Path load() {
    String asked = System.getProperty(PROPERTY);
    List<String> names = asked == null ? USUAL_NAMES : List.of(asked);
    Path file =
        names.stream()
            .flatMap(name -> find(name).stream())
            .findFirst()
            .orElseThrow(() -> missing(names));
    try {
      System.load(file.toString()); // what the bindings' lookup searches
    } catch (UnsatisfiedLinkError e) {
      throw new GasException(PROPERTY + "=" + file + " cannot be loaded: " + e.getMessage(), e);
    }
    return file;
  }

  private static GasException missing(List<String> names) {
    return new GasException(
        "no OpenSHMEM library found (tried "
            + String.join(", ", names)
            + "); install one (Debian: apt-get install openmpi-bin libopenmpi-dev) or name its file"
            + " by -D"
            + PROPERTY
            + "=FILE");
  }

  /** The file of a library that the system's loader knows by {@code name}, or that is one. */
  private static Optional<Path> find(String name) {
    if (name.contains("/")) {
      return Optional.of(Path.of(name).toAbsolutePath()).filter(Files::isReadable);
    }
    try {
      SymbolLookup ignored = SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return mapped(name);
  }

  /** Where the loader found it: only the memory map of this process says. */
  private static Optional<Path> mapped(String name) {
    try (Stream<String> lines = Files.lines(MAPS)) {
      String stem = name.substring(0, name.indexOf(".so"));
      return lines
          .filter(line -> line.contains("/" + stem + ".so"))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
