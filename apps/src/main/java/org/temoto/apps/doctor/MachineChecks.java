package org.temoto.apps.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks of cores, memory, limits of the kernel, and programs that are installed. */
final class MachineChecks {
  private static final long KIB = 1L << 10;
  private static final double GIB = 1L << 30;
  private static final long WANTED_THREADS = 1024;
  private static final long WANTED_FILES = 1024;
  private static final long WANTED_MEMORY = 2L << 30;
  private static final long WANTED_MAPS = 65_530;
  private static final int LINE = 4096;
  private static final String NEVER_OVERCOMMIT = "2";

  private MachineChecks() {}

  static List<Check> all() {
    return List.of(
        cores(),
        memory(),
        addresses(),
        overcommit(),
        maps(),
        threads(),
        files(),
        sharedMemory(),
        temporaryFiles(),
        openShmem(),
        compiler());
  }

  private static Check addresses() {
    OptionalLong most = ProcessLimits.addresses();
    return Check.of(
        "address space",
        most.isEmpty(),
        "ulimit -v is " + (most.isEmpty() ? "unlimited" : most.getAsLong() / KIB + " KiB"),
        "addresses are reserved for more than is used, and jobs may end for want of them; ulimit"
            + " -v unlimited, and limit the memory instead (a cgroup's, or Slurm's)");
  }

  /** A simulated job has a thread for each worker of each PE. */
  private static Check threads() {
    long most =
        Math.min(
            ProcessLimits.processes().orElse(Long.MAX_VALUE),
            ProcessLimits.pids().orElse(Long.MAX_VALUE));
    List<String> limits = ProcessLimits.threads();
    return Check.of(
        "threads",
        limits.isEmpty() || most >= WANTED_THREADS,
        limits.isEmpty() ? "have no limit" : String.join(", ", limits),
        "each worker of each simulated PE is a thread; raise the limit to "
            + WANTED_THREADS
            + " or more");
  }

  private static Check files() {
    OptionalLong most = ProcessLimits.files();
    return Check.of(
        "open files",
        most.orElse(WANTED_FILES) >= WANTED_FILES,
        "the hard limit of ulimit -n is " + (most.isEmpty() ? "unlimited" : most.getAsLong()),
        "OpenSHMEM opens several for each other PE; ulimit -n " + WANTED_FILES);
  }

  /**
   * Check of the memory that PEs on one host share; the launcher has chosen what is told here of
   * {@code UCX_TLS}.
   */
  private static Check sharedMemory() {
    String transports = System.getenv("UCX_TLS");
    String chosen = transports == null ? "" : "; UCX_TLS=" + transports;
    try {
      FileStore store = Files.getFileStore(Path.of("/dev/shm"));
      return Check.of(
          "shared memory",
          true,
          String.format(
              Locale.ROOT,
              "/dev/shm has %.1f MiB, where that is too little PEs of a host take System V's%s",
              (double) store.getUsableSpace() / KIB / KIB,
              chosen),
          "");
    } catch (IOException e) {
      return Check.of(
          "shared memory", true, "there is no /dev/shm: PEs take System V's" + chosen, "");
    }
  }

  private static Check temporaryFiles() {
    Path folder = Path.of(Optional.ofNullable(System.getenv("TMPDIR")).orElse("/tmp"));
    return Check.of(
        "temporary files",
        Files.isDirectory(folder) && Files.isWritable(folder),
        "are in " + folder,
        "which cannot be written; TMPDIR names it, unset it or make that folder");
  }

  private static Check cores() {
    int cores = Runtime.getRuntime().availableProcessors();
    return Check.of(
        "cores",
        cores >= 2,
        cores + " available",
        "of taskset, a cgroup's quota or the machine; simulated PEs take turns; oshrun gives a PE all"
            + " cores of its host by --bind-to none");
  }

  private static Check memory() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long total = system.getTotalMemorySize();
    long free = system.getFreeMemorySize();
    return Check.of(
        "memory",
        total >= WANTED_MEMORY,
        String.format(
            Locale.ROOT,
            "%.1f GiB, %.1f GiB of it free; Java heap up to %.1f GiB",
            total / GIB,
            free / GIB,
            Runtime.getRuntime().maxMemory() / GIB),
        "2 GiB or more are wanted; choose smaller problems");
  }

  /** Check that tells of a network as fast as this machine copies. */
  static Check loopback() {
    PairCosts costs = PairCosts.ofMemory();
    return Check.of("loopback", true, "memory copies as a network: " + costs.options(), "");
  }

  /** Views reserve addresses for whole memories, most of which is never touched. */
  private static Check overcommit() {
    Optional<String> mode = read("/proc/sys/vm/overcommit_memory");
    return Check.of(
        "overcommit",
        !mode.equals(Optional.of(NEVER_OVERCOMMIT)),
        "vm.overcommit_memory is " + mode.orElse("unknown"),
        "address space cannot be reserved freely; sysctl vm.overcommit_memory=0");
  }

  /** Every run of pages that appears in a view without a copy is one mapping. */
  private static Check maps() {
    Optional<String> limit = read("/proc/sys/vm/max_map_count");
    return Check.of(
        "mappings",
        limit.isEmpty() || Long.parseLong(limit.get()) >= WANTED_MAPS,
        "vm.max_map_count is " + limit.orElse("unknown"),
        "scattered distributions may run into it; sysctl vm.max_map_count=" + WANTED_MAPS);
  }

  /**
   * The launcher preloads a library into each PE that is built at the first start, and says if
   * there is one.
   */
  private static Check compiler() {
    Optional<Path> compiler = onPath("gcc");
    boolean isBuilt = Boolean.getBoolean("temoto.shim");
    return Check.of(
        "C compiler",
        compiler.isPresent() || isBuilt,
        compiler
            .map(Path::toString)
            .orElse("no gcc on the PATH" + (isBuilt ? ": what it is for is built" : "")),
        "only needed on clusters, once, for what a JVM needs under OpenSHMEM; Debian: apt-get"
            + " install gcc");
  }

  private static Check openShmem() {
    Optional<Path> launcher = onPath("oshrun");
    return Check.of(
        "OpenSHMEM",
        launcher.isPresent(),
        launcher
            .map(path -> path + " starts PEs, for example: oshrun -np 2 ./temoto run fib")
            .orElse("no oshrun on the PATH"),
        "only needed on clusters; Debian: apt-get install openmpi-bin libopenmpi-dev");
  }

  private static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * The one line of a file of the kernel, if this kernel has it. Read at once: such a file has no
   * length, and ends after the first read, however short.
   */
  private static Optional<String> read(String file) {
    try (InputStream stream = Files.newInputStream(Path.of(file))) {
      byte[] bytes = new byte[LINE];
      int count = stream.read(bytes);
      return Optional.of(
          new String(bytes, 0, Math.max(0, count), StandardCharsets.US_ASCII).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
