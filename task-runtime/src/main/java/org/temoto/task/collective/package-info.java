/**
 * Collective operations that travel while tasks compute: dependency graphs of sends, receives and
 * computations, progressed by whoever has nothing else to do (after KACC, P3).
 */
package org.temoto.task.collective;
