package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.spi.local.Cores;

/** Tests of the binding of workers to a core each, by the program {@link BoundWorkers}. */
@Timeout(120)
class CoresUnderOshrunTest {
  private static final long SECONDS = 60;
  private static final int CORES = Cores.usable().cardinality();

  @BeforeAll
  static void requireOshrun() {
    Evidence.requireOpenShmem();
    Assumptions.assumeTrue(CORES > 1);
  }

  @Test
  void shouldBindWorkersOfTheOnlyPeOfAHost() throws Exception {
    assertThat(run(1).output()).containsPattern("PE 0: worker \\d+ of process \\d+[-,].*\\.");
  }

  /** Else the first workers of both would share a core. */
  @Test
  void shouldBindNoWorkersWherePesShareTheirCores() throws Exception {
    Oshrun.Outcome job = run(2);
    assertThat(job.output()).containsPattern("PE 0: worker (\\d+[-,].*) of process \\1\\.");
    assertThat(job.output()).containsPattern("PE 1: worker (\\d+[-,].*) of process \\1\\.");
  }

  private static Oshrun.Outcome run(int pes) throws IOException, InterruptedException {
    Oshrun.Outcome job =
        Oshrun.run(
            pes,
            SECONDS,
            Map.of("OMPI_MCA_hwloc_base_binding_policy", "none"), // as by --bind-to none
            List.of(
                "java",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                BoundWorkers.class.getName(),
                Integer.toString(CORES)));
    assertThat(job.exitCode()).as(job.output()).isZero();
    return job;
  }
}
