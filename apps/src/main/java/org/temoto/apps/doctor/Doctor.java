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
    List<Check> job = JobChecks.isLaunched() ? JobChecks.all(progress) : List.of();
    if (JobChecks.isLaunched() && job.isEmpty()) {
      return job;
    }
    return Stream.of(JvmChecks.all(), MachineChecks.all(), BackendChecks.all(), job)
        .flatMap(List::stream)
        .toList();
  }
}
