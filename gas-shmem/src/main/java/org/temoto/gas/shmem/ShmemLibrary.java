package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.temoto.gas.RefusedException;

/** Loader of the OpenSHMEM library of this machine, which it finds and does not initialize. */
final class ShmemLibrary {
  /** The property that names the library, by file or by name. */
  static final String PROPERTY = "temoto.shmem.library";

  /** The functions and variables that Temoto calls and reads. */
  static final List<String> NEEDED =
      List.of(
          "oshmem_ctx_default",
          "shmem_align",
          "shmem_barrier_all",
          "shmem_calloc",
          "shmem_ctx_create",
          "shmem_ctx_destroy",
          "shmem_ctx_fence",
          "shmem_ctx_getmem",
          "shmem_ctx_getmem_nbi",
          "shmem_ctx_long_atomic_add",
          "shmem_ctx_long_atomic_compare_swap",
          "shmem_ctx_long_atomic_fetch",
          "shmem_ctx_long_atomic_fetch_add",
          "shmem_ctx_long_atomic_set",
          "shmem_ctx_long_atomic_swap",
          "shmem_ctx_putmem",
          "shmem_ctx_putmem_nbi",
          "shmem_ctx_quiet",
          "shmem_finalize",
          "shmem_free",
          "shmem_init_thread",
          "shmem_my_pe",
          "shmem_n_pes",
          "shmem_ptr");

  private static final List<String> USUAL_NAMES =
      List.of("liboshmem.so.40", "liboshmem.so", "libsma.so");
  private static final String MEND =
      "install one (Debian: apt-get install openmpi-bin libopenmpi-dev), or name its file by"
          + " TEMOTO_JAVA_OPTS=-D"
          + PROPERTY
          + "=FILE";

  private ShmemLibrary() {}

  /** Loads the library for the bindings; returns the file that it is in. */
  static Path load() {
    requireNativeAccess();
    Path file = find();
    try {
      SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
      requireSymbols(file, symbols);
      if (System.getProperty(PROPERTY) == null) { // a file that is named is insisted on
        requireGood(file, symbols);
      }
      System.load(file.toString()); // what the bindings' lookup searches
    } catch (IllegalArgumentException | UnsatisfiedLinkError e) {
      throw new RefusedException(
          "the OpenSHMEM library " + file + " cannot be loaded: " + e.getMessage() + "; " + MEND,
          e);
    }
    return file;
  }

  /** Without it the JVM warns at best, in lines of its own for every PE. */
  private static void requireNativeAccess() {
    if (!ShmemLibrary.class.getModule().isNativeAccessEnabled()) {
      throw new RefusedException(
          "this JVM was started without native access; start each PE by ./temoto or ./temoto java,"
              + " or pass --enable-native-access=ALL-UNNAMED");
    }
  }

  private static Path find() {
    String asked = System.getProperty(PROPERTY);
    List<String> names = asked == null ? USUAL_NAMES : List.of(asked);
    return names.stream()
        .flatMap(name -> find(name).stream())
        .findFirst()
        .orElseThrow(() -> missing(asked, names));
  }

  private static RefusedException missing(String asked, List<String> names) {
    String found =
        asked == null
            ? "no OpenSHMEM library is installed (tried " + String.join(", ", names) + ")"
            : PROPERTY + "=" + asked + " is not found";
    return new RefusedException(found + "; " + MEND);
  }

  static void requireSymbols(Path file, SymbolLookup symbols) {
    List<String> missing = NEEDED.stream().filter(name -> symbols.find(name).isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw new RefusedException(
          file
              + " is not an OpenSHMEM 1.4 library that Temoto can use, it has no "
              + missing.getFirst()
              + (missing.size() == 1 ? "" : " and lacks " + (missing.size() - 1) + " more")
              + "; "
              + MEND);
    }
  }

  /** Refuses a version that is known to fail. */
  static void requireGood(Path file, SymbolLookup symbols) {
    OpenMpiVersion.of(symbols)
        .ifPresent(version ->
            version
                .fault()
                .ifPresent(fault -> {
                  throw new RefusedException(
                      file
                          + " is of Open MPI "
                          + version.number()
                          + ": "
                          + fault
                          + "; install another version, or insist on it by TEMOTO_JAVA_OPTS=-D"
                          + PROPERTY
                          + "="
                          + file);
                }));
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

  /** Path at which the loader found it: only the memory map of this process says. */
  private static Optional<Path> mapped(String name) {
    String stem = name.substring(0, name.indexOf(".so"));
    return MemoryMap.lines().stream()
        .filter(line -> line.contains("/" + stem + ".so"))
        .map(MemoryMap::file)
        .findFirst();
  }
}
