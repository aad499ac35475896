package org.temoto.bench.shmem;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Launcher of jobs of PEs on this machine. */
final class Oshrun {
  /** The project's folder, which the launcher knows. */
  private static final String HOME = "temoto.home";

  private Oshrun() {}

  static Path home() {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw new BenchException("-D" + HOME + " is not set; start it by ./temoto bench");
    }
    return Path.of(home);
  }

  /** The command of one PE that runs {@code main}: the launcher, which knows what a PE needs. */
  static List<String> program(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(home().resolve("temoto").toString());
    command.addAll(List.of("java", "-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  /**
   * A job whose errors are shown as this process's.
   *
   * @param options of {@code oshrun}, besides those that every job here needs
   * @param heapBytes what each PE will take of the library's symmetric memory; else it has its
   *     share of all memory, as if there were no other jobs
   */
  static Process start(
      int pes, List<String> options, OptionalLong heapBytes, List<String> program) {
    ProcessBuilder builder =
        new ProcessBuilder(command(pes, options, program))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("TEMOTO_BUILDING", "yes"); // the launcher has built what runs here
    builder
        .environment()
        .merge("TEMOTO_JAVA_OPTS", rareCode(), (theirs, ours) -> ours + " " + theirs);
    // The C program dies at its end without, as any program under Open MPI 4.1 with UCX does.
    builder.environment().put("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0");
    heapBytes.ifPresent(bytes -> {
      long room = 4 * Long.highestOneBit(bytes); // the library hands out powers of two
      builder.environment().put("SHMEM_SYMMETRIC_SIZE", Long.toString(room));
    });
    try {
      return builder.start();
    } catch (IOException e) {
      throw new BenchException("no oshrun here, which starts the jobs" + LimitProgram.MEND, e);
    }
  }

  /** The flags of this JVM that have rare code compiled early, if it has them. */
  private static String rareCode() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-XX:Tier4"))
        .collect(Collectors.joining(" "));
  }

  /** Unbound: Open MPI would bind a PE with several workers to one core. */
  private static List<String> command(int pes, List<String> options, List<String> program) {
    List<String> command = new ArrayList<>(List.of("oshrun", "--bind-to", "none"));
    if (System.getProperty("user.name").equals("root")) {
      command.add("--allow-run-as-root");
    }
    if (pes > Runtime.getRuntime().availableProcessors()) {
      command.add("--oversubscribe");
    }
    command.addAll(options);
    command.addAll(List.of("-np", Integer.toString(pes)));
    command.addAll(program);
    return command;
  }
}
