package org.temoto.apps.doctor;

import java.util.List;
import java.util.stream.Stream;

/** Looks at JVM, machine and backends; takes less than a second and changes nothing. */
public final class Doctor {
  private Doctor() {}

  /** What was found, in the order in which it should be mended. */
  public static List<Check> examine() {
    return Stream.of(JvmChecks.all(), MachineChecks.all(), BackendChecks.all())
        .flatMap(List::stream)
        .toList();
  }
}
