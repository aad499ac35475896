package org.temoto.apps.cli;

/** A command that runs a job, so that it can be a point of a simulation. */
interface JobCommand {
  /**
   * Refuses what the options ask for, as running the command would, as far as that can be told
   * before anything runs.
   */
  void check();

  /** The workers of all PEs that the options ask for. */
  int totalWorkers();
}
