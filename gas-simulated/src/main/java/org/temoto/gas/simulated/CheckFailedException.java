package org.temoto.gas.simulated;

import java.util.List;
import java.util.stream.Collectors;
import org.temoto.gas.GasException;

/**
 * Exception for a job that ran with {@link SimulationOptions#raceChecker} and has broken promises.
 * What made it fail besides, if it failed, is among the suppressed.
 */
public final class CheckFailedException extends GasException {
  private static final long serialVersionUID = 1;

  private final transient List<Finding> findings;

  public CheckFailedException(List<Finding> findings) {
    super(
        findings.stream()
            .map(Finding::toString)
            .collect(Collectors.joining("\n", "the checker found:\n", "")));
    this.findings = List.copyOf(findings);
  }

  /** In the order in which they were found. */
  public List<Finding> findings() {
    return findings;
  }
}
