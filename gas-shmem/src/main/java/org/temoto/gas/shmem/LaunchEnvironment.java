package org.temoto.gas.shmem;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Diagnosis;

/**
 * Environment variables that a PE needs before its JVM starts; the launcher {@code temoto} sets
 * them.
 */
record LaunchEnvironment(Map<String, String> variables) {
  /**
   * Variables that launchers set for each process that they start: Open MPI, PMIx, PMI. Not {@code
   * SLURM_PROCID}, which a batch script has too, though nothing there was launched as a PE.
   */
  static final List<String> LAUNCHERS = List.of("OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK");

  private static final List<String> SIZES =
      List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS");

  static final String HEAP_SIZE = "SHMEM_SYMMETRIC_SIZE";
  private static final String OPEN_MPI_HEAP_SIZE = "SHMEM_SYMMETRIC_HEAP_SIZE";
  static final String SHIM = "libtemoto-end.so";
  private static final String HOOKS = "OMPI_MCA_opal_common_ucx_opal_mem_hooks";
  private static final String SIGNALS = "UCX_ERROR_SIGNALS";
  private static final String STEP_TASKS = "SLURM_STEP_NUM_TASKS";

  private static final Pattern DIGITS = Pattern.compile("[1-9]\\d{0,17}");

  /** As OpenSHMEM has it; a B behind the letter changes nothing. */
  private static final Pattern SIZE =
      Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(?:([kKmMgGtT])(?:i?[bB])?)?");

  /**
   * Tells whether {@code oshrun} has started this process as a PE, or another launcher as one of
   * several.
   */
  boolean isLaunched() {
    return isPe() && !isAlone() || isStepWithoutPmi();
  }

  /**
   * Tells whether a launcher has started this process, or a shell from which this process comes.
   */
  boolean isPe() {
    return LAUNCHERS.stream().anyMatch(variables::containsKey);
  }

  /**
   * Tells whether what started this process is the only one of a step of Slurm, such as a shell
   * that {@code srun --pty} gives: what it starts inherits a number, but is no PE unless it asks
   * for it.
   */
  boolean isAlone() {
    if (!isPe() || variables.containsKey("OMPI_COMM_WORLD_SIZE")) {
      return false;
    }
    OptionalInt size = first(SIZES);
    return size.isPresent() ? size.getAsInt() == 1 : !variables.containsKey("PMIX_NAMESPACE");
  }

  /**
   * Tells whether srun started several processes but nothing by which they could find each other.
   */
  private boolean isStepWithoutPmi() {
    return variables.containsKey("SLURM_STEP_ID")
        && !variables.getOrDefault(STEP_TASKS, "1").equals("1")
        && LAUNCHERS.stream().noneMatch(variables::containsKey);
  }

  /** The number of PEs, where a launcher says it. */
  OptionalInt pes() {
    return first(
        Stream.concat(SIZES.stream(), isAlone() ? Stream.empty() : Stream.of("SLURM_NTASKS"))
            .toList());
  }

  /** The number that the first of {@code names} has which is set. */
  private OptionalInt first(List<String> names) {
    return names.stream()
        .filter(variables::containsKey)
        .mapToInt(name -> number(name, variables.get(name)))
        .findFirst();
  }

  private static int number(String name, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new RefusedException(name + "=" + text + " must be a number of processes", e);
    }
  }

  /** Throws if a JVM would not survive OpenSHMEM here, saying what is missing. */
  void check() {
    if (!isPe() && !isStepWithoutPmi()) {
      throw new RefusedException(
          "backend=shmem: this process was not started by oshrun or srun (none of "
              + String.join(", ", LAUNCHERS)
              + " is set); start it by: oshrun -np N ./temoto ..., or use --backend simulated");
    }
    if (isStepWithoutPmi()) {
      throw new RefusedException(
          "srun has started "
              + variables.get(STEP_TASKS)
              + " processes without PMI, by which OpenSHMEM finds the others; start them by"
              + " srun --mpi=pmix (srun --mpi=list tells what there is)");
    }
    if (isAlone() && !shim().ok()) {
      throw new RefusedException(
          "backend=shmem: this process is the only one of its step, which the launcher has not"
              + " prepared for OpenSHMEM: add --backend shmem to the command line, as in ./temoto"
              + " java my.Main --backend shmem");
    }
    diagnose().stream()
        .filter(found -> !found.ok())
        .findFirst()
        .ifPresent(found -> {
          throw new RefusedException(found.found() + ": " + found.mend());
        });
  }

  /** Diagnosis of a job of a process that {@link #isAlone}. */
  Diagnosis alone() {
    String marks =
        LAUNCHERS.stream().filter(variables::containsKey).collect(Collectors.joining(", "));
    return new Diagnosis(
        "launcher",
        marks + " is set in a step of one process: jobs are simulated but with --backend shmem",
        "");
  }

  /** Each of the settings without which a JVM does not survive Open MPI's OpenSHMEM. */
  List<Diagnosis> diagnose() {
    return Stream.concat(settings().stream(), Stream.of(place())).toList();
  }

  /**
   * The same but for the place of the symmetric memory, which has it once the library has begun.
   */
  List<Diagnosis> settings() {
    return List.of(shim(), hooks(), signals(), memory());
  }

  private Diagnosis shim() {
    return diagnosis(
        "shim",
        variables.getOrDefault("LD_PRELOAD", "").contains(SHIM),
        "LD_PRELOAD has " + SHIM + ", so that the JVM's memory is not registered with the network",
        "LD_PRELOAD is without " + SHIM,
        "OpenSHMEM would register all of the JVM's memory and crash");
  }

  private Diagnosis hooks() {
    return diagnosis(
        "memory hooks",
        "0".equals(variables.get(HOOKS)),
        HOOKS + "=0, so that OpenSHMEM can end",
        HOOKS + " is not 0",
        "OpenSHMEM would crash at its end");
  }

  private Diagnosis signals() {
    return diagnosis(
        "UCX signals",
        "".equals(variables.get(SIGNALS)),
        SIGNALS + " is empty, so that the JVM has its signals to itself",
        SIGNALS + " is not set to nothing",
        "UCX would take signals that the JVM needs");
  }

  private Diagnosis memory() {
    String size =
        variables.containsKey(HEAP_SIZE)
            ? HEAP_SIZE + "=" + variables.get(HEAP_SIZE)
            : HEAP_SIZE + " is not set: the library's own size";
    boolean known =
        !variables.containsKey("OMPI_COMM_WORLD_SIZE")
            || Objects.equals(variables.get(HEAP_SIZE), variables.get(OPEN_MPI_HEAP_SIZE));
    return diagnosis(
        "symmetric memory",
        known,
        size + ", of which memory is taken as it is allocated or used",
        size + " is not in " + OPEN_MPI_HEAP_SIZE + " too, which Open MPI 4.1 reads",
        "the heap would not have the room that it seems to have");
  }

  private Diagnosis place() {
    HeapPlace place = HeapPlace.of(this);
    Optional<String> occupant = place.occupant();
    return diagnosis(
        "heap address",
        occupant.isEmpty(),
        "the symmetric memory is to lie at 0x%x, where the JVM has nothing"
            .formatted(place.start()),
        "the symmetric memory (%s bytes at 0x%x, %s) would lie over memory of this JVM (%s)"
            .formatted(place.bytes(), place.start(), HeapPlace.VARIABLE, occupant.orElse("")),
        "both would write to the same bytes");
  }

  private static Diagnosis diagnosis(
      String name, boolean ok, String good, String bad, String consequence) {
    String mend = consequence + "; start each PE by ./temoto, ./temoto java or ./temoto exec";
    return ok ? new Diagnosis(name, good, "") : new Diagnosis(name, bad, mend);
  }

  /** The symmetric memory that the library has, in bytes, where the environment says. */
  Optional<Long> heapSize() {
    String text = variables.get(HEAP_SIZE);
    if (text == null) {
      return Optional.empty();
    }
    if (DIGITS.matcher(text).matches()) { // as the launcher writes it: decimals take long to begin
      return Optional.of(Long.parseLong(text));
    }
    Matcher matcher = SIZE.matcher(text);
    BigDecimal bytes = matcher.matches() ? bytes(matcher) : BigDecimal.ZERO;
    if (bytes.signum() == 0 || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new RefusedException(
          HEAP_SIZE
              + "="
              + text
              + " must be a number of bytes, or of K, M, G or T, of at most 63 bits, and not 0");
    }
    return Optional.of(bytes.setScale(0, RoundingMode.CEILING).longValueExact());
  }

  private static BigDecimal bytes(Matcher matcher) {
    String letter = Objects.requireNonNullElse(matcher.group(2), " ").toUpperCase(Locale.ROOT);
    long unit = 1L << 10 * " KMGT".indexOf(letter);
    return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
  }

  /**
   * A heap that fits into the symmetric memory: a power of two, so that it is the same on hosts
   * whose memories are about the same.
   */
  long defaultHeap() {
    return Long.highestOneBit(heapSize().orElse(Long.MAX_VALUE) - 1);
  }
}
