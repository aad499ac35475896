/**
 * Temoto on OpenSHMEM beside a C program on the same library, and its sort by processes beside its
 * sort by threads: {@code temoto bench shmem}. A driver starts the jobs and has them measure in
 * turns. {@link org.temoto.bench.shmem.CommandJob} is for other benchmarks, which have commands to
 * run.
 */
package org.temoto.bench.shmem;
