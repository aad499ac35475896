package org.temoto.apps.doctor;

import java.util.List;
import java.util.stream.Stream;
import org.temoto.gas.cluster.ClusterOptions.ProgressThread;

/**
 * Check of JVM, machine and backends, and of the job if a cluster's launcher has started one; takes
 * about a second and changes nothing.
 */
public final class Doctor {
  private Doctor() {}

  /**
   * Findings, in the order in which they should be fixed; none in a process that is another PE than
   * the first.
   *
   * @param progress what the job is to have
   * @param measure whether to tell how a simulated network is made like the job's, or, without a
   *     job, like this machine's memory
   */
  public static List<Check> examine(ProgressThread progress, boolean measure) {
    List<Check> environment = JobChecks.environment();
    boolean survives = environment.stream().allMatch(Check::ok);
    boolean launched = survives && JobChecks.isLaunched();
    List<Check> job = launched ? JobChecks.all(progress, measure) : List.of();
    if (launched && job.isEmpty()) {
      return job;
    }
    List<Check> memory = measure && !launched ? List.of(MachineChecks.loopback()) : List.of();
    return Stream.of(
            JvmChecks.all(), MachineChecks.all(), BackendChecks.all(), environment, job, memory)
        .flatMap(List::stream)
        .toList();
  }
}
