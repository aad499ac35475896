/**
 * Collective operations that travel while tasks compute: dependency graphs of sends, receives and
 * computations, progressed by workers that have nothing else to do (after KACC, by Nomura and
 * Ishikawa).
 */
package org.temoto.task.collective;
