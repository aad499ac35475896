package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.temoto.gas.ResidentMemory;

/**
 * Tests of the bytes that move when PEs use their own pages and each other's, by the program {@link
 * OwnPages}.
 */
@Timeout(120)
class OwnPagesUnderOshrunTest {
  private static final long SECONDS = 60;
  private static final long HEAP = 4 << 20;
  private static final long OWN = OwnPages.OWN_BYTES;

  @BeforeAll
  static void requireOshrun() {
    Evidence.requireOpenShmem();
  }

  @Test
  void shouldCopyNothingOfOwnPages() throws Exception {
    Oshrun.Outcome job = run(2, Map.of(), HEAP);
    assertThat(job.exitCode()).as(job.output()).isZero();
    for (int pe = 0; pe < 2; pe++) {
      assertThat(job.output())
          .contains("PE " + pe + ": aliased=" + OWN + " copied=0 fetched=" + OWN);
    }
    assertThat(job.output()).doesNotContain("direct=0.");
  }

  @Test
  void shouldBeRightWithoutAliasesAndDirectAccess() throws Exception {
    Oshrun.Outcome job =
        run(2, Map.of(), HEAP, "-Dtemoto.shmem.alias=off", "-Dtemoto.shmem.direct=off");
    assertThat(job.exitCode()).as(job.output()).isZero();
    for (int pe = 0; pe < 2; pe++) {
      assertThat(job.output())
          .containsPattern(
              "PE " + pe + ": aliased=0 copied=[1-9]\\d* fetched=" + OWN + " direct=0\\.");
    }
  }

  @Test
  void shouldCopyAndSaySoWhereMemoryCannotBeMappedTwice() throws Exception {
    Oshrun.Outcome job = run(1, Map.of("OMPI_MCA_sshmem", "mmap"), HEAP);
    assertThat(job.exitCode()).as(job.output()).isZero();
    assertThat(job.output())
        .contains("own pages are copied, because")
        .containsPattern("PE 0: aliased=0 copied=[1-9]");
  }

  @Test
  void shouldTakeTheMemoryOfWhatIsWrittenOnce() throws Exception {
    long data = 256 << 20;
    List<String> arguments =
        List.of(
            "java",
            "-cp",
            classPath(),
            ResidentMemory.class.getName(),
            ShmemBackend.NAME,
            "2",
            "65536",
            Long.toString(data));
    Oshrun.Outcome job = Oshrun.run(2, SECONDS, Map.of(), arguments);
    assertThat(job.exitCode()).as(job.output()).isZero();
    long resident = ResidentMemory.sum(job.output(), 2);
    assertThat(resident).as("proportional set sizes").isGreaterThan(data);
    assertThat(resident).isLessThan(ResidentMemory.most(data, 2));
  }

  @Test
  void shouldRefuseAHeapThatDoesNotFitWithTheMend() throws Exception {
    Oshrun.Outcome job = run(2, Map.of("SHMEM_SYMMETRIC_SIZE", "16M"), 64 << 20);
    assertThat(job.exitCode()).as(job.output()).isNotZero();
    assertThat(job.output())
        .contains(
            "64.0 MiB (--heap)", "16.0 MiB (SHMEM_SYMMETRIC_SIZE)", "SHMEM_SYMMETRIC_SIZE=80M");
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static Oshrun.Outcome run(
      int pes, Map<String, String> environment, long heap, String... flags)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("java", "-cp", classPath()));
    arguments.addAll(List.of(flags));
    arguments.addAll(List.of(OwnPages.class.getName(), Long.toString(heap)));
    return Oshrun.run(pes, SECONDS, environment, arguments);
  }
}
