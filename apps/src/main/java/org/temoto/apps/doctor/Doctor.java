package org.temoto.apps.doctor;

import java.util.List;
import java.util.stream.Stream;
import org.temoto.gas.ProgressThread;

/**
 * Looks at JVM, machine and backends, and at the job if a cluster's launcher has started one; takes
 * about a second and changes nothing.
 */
public final class Doctor {
  private Doctor() {}

  /**
   * What was found, in the order in which it should be mended; nothing in a process that is another
   * PE than the first.
   *
   * @param progress what the job is to have
   */
  public static List<Check> examine(ProgressThread progress) {
    List<Check> environment = JobChecks.environment();
    boolean survives = environment.stream().allMatch(Check::ok);
    boolean launched = survives && JobChecks.isLaunched();
    List<Check> job = launched ? JobChecks.all(progress) : List.of();
    if (launched && job.isEmpty()) {
      return job;
    }
    return Stream.of(JvmChecks.all(), MachineChecks.all(), BackendChecks.all(), environment, job)
        .flatMap(List::stream)
        .toList();
  }
}
