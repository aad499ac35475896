package org.temoto.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.simulated.CheckFailedException;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.RunTimeoutException;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;

/**
 * Annotation of a test method that is the program of a simulated job: the job runs once for each of
 * the seeds 1, 2, 3 and so on, and in each every PE calls the method. The method is JUnit's
 * otherwise: it returns nothing, is not private, and has its own instance of the class for each
 * job.
 *
 * <p>It takes a {@link GlobalAddressSpace}, a {@link TaskRuntime}, or both, in any order: those of
 * the PE that calls it. The runtime is started before the call and closed after it; a method that
 * wants other options for it takes the space alone.
 *
 * <pre>{@code
 * @TemotoTest(seeds = 50)
 * void shouldCountAllElements(GlobalAddressSpace space, TaskRuntime runtime) {
 *   GlobalLongs numbers = GlobalLongs.allocate(space, "numbers", 10_000);
 *   assertEquals(10_000, runtime.run(new Count(numbers)));
 * }
 * }</pre>
 *
 * <p><b>Failures.</b> The first failure of any PE is the test's, with its own type and stack; among
 * its suppressed are the PE, and how to repeat it. If the checker found something, the failure is a
 * {@link CheckFailedException}. A job in which no strand can go on fails with what each waits for,
 * a run that takes too long with a {@link RunTimeoutException}. A program that never ends otherwise
 * is for JUnit's {@link Timeout}, which ends the job.
 *
 * <p><b>Seeds.</b> On the schedules {@link Schedule#SEEDED} and {@link Schedule#VIRTUAL} a seed
 * repeats its job. With the property {@code temoto.seed} (of the JVM, or a configuration parameter
 * of JUnit) only the job of that seed runs, whatever {@link #seeds} says.
 *
 * <p><b>Threads.</b> All PEs of a job share the instance of the class: on {@link Schedule#THREADS}
 * they call the method at the same time, and fields are none of the memory that the checker checks.
 *
 * <p>A value that its rule refuses fails the test before any job runs, with a message that names
 * both.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(JobPerSeed.class)
public @interface TemotoTest {
  /** Default of {@link #seeds}: 5, on {@link Schedule#THREADS} none. */
  int SEEDS_OF_SCHEDULE = Integer.MIN_VALUE;

  /** Number of PEs, from 1 to {@link GasOptions#MAX_PES}. */
  int pes() default 4;

  /** Number of workers of each PE, from 1 to {@link GasOptions#MAX_WORKERS}. */
  int workers() default 1;

  /**
   * Default page size of memories in bytes: a power of two from 4 KiB, so that also a small memory
   * lies on several PEs, to 16 MiB.
   */
  int pageSize() default GasOptions.MIN_PAGE_SIZE;

  /**
   * Schedule of the strands: what decides which goes on. In virtual time computing costs what is
   * modelled, so that a seed repeats its job.
   */
  Schedule schedule() default Schedule.SEEDED;

  /**
   * Number of seeds, at least 1. On {@link Schedule#THREADS}, which no seed repeats, it is left
   * out, and the job runs once.
   */
  int seeds() default SEEDS_OF_SCHEDULE;

  /** Switch of the checker, which looks for races, missing commits and misused views. */
  boolean checker() default true;

  /**
   * Seconds that a run may take, at least 0, which stands for any time; counted as {@link
   * RuntimeOptions#timeoutNanos} says.
   */
  long timeoutSeconds() default 60;
}
