package org.temoto.task;

/**
 * What the task runtime has done so far, on one PE or summed over all.
 *
 * @param tasks tasks run
 * @param forks tasks forked
 * @param steals tasks that another worker ran than the one that forked them, remote ones included
 * @param remoteSteals steals between PEs
 * @param failedSteals attempts that found nothing
 * @param suspensions joins that had to wait and gave their worker away
 */
public record RuntimeStatistics(
    long tasks, long forks, long steals, long remoteSteals, long failedSteals, long suspensions) {}
