package org.temoto.bench.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CompilersTest {
  private static final String BUSY =
      """
      Current compiles:
      C2 CompilerThread0  1788 %     4       Q::main @ 84 (128 bytes)

      C1 compile queue:
      Empty

      C2 compile queue:
      Empty
      """;

  @Test
  void shouldSeeWhatIsBeingCompiled() {
    assertThat(Compilers.isRest(BUSY)).isFalse();
    assertThat(Compilers.isRest(BUSY.replaceAll("C2 Comp.*\\n", ""))).isTrue();
  }

  @Test
  void shouldSeeWhatWaitsToBeCompiled() {
    String waiting =
        BUSY.replaceAll("C2 Comp.*\\n", "").replaceFirst("Empty", "  7  3  Q::q (9 b)");
    assertThat(Compilers.isRest(waiting)).isFalse();
  }

  @Test
  void shouldNotMissCompilersThatTheJvmDoesNotHave() {
    assertThat(Compilers.isRest("Current compiles:\n\nC1 compile queue:\nEmpty\n")).isTrue();
    assertThat(Compilers.isRest("Current compiles:\n\n")).isTrue();
  }

  @Test
  @Timeout(40)
  void shouldUnderstandThisJvm() {
    Compilers.awaitRest();
    assertThat(Compilers.queues()).contains("C1 compile queue", "C2 compile queue");
  }
}
