package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class IssuedTest {
  private final Issued issued = new Issued();

  @Test
  void shouldBePendingUntilACompletionHasEnded() {
    assertThat(issued.isPending(issued.count())).isFalse();
    issued.add();
    long begun = issued.count();
    assertThat(issued.isPending(issued.count())).as("while another strand completes").isTrue();
    issued.complete(begun);
    assertThat(issued.isPending(issued.count())).isFalse();
  }

  @Test
  void shouldKeepWhatIsIssuedDuringACompletion() {
    issued.add();
    long begun = issued.count();
    issued.add();
    issued.complete(begun);
    assertThat(issued.isPending(issued.count())).isTrue();
  }

  @Test
  @Timeout(20)
  void shouldCountTheOperationsOfAllStrands() throws Exception {
    int each = 100_000;
    List<Thread> strands = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      strands.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int n = 0; n < each; n++) {
                  issued.add();
                }
              }));
    }
    for (Thread strand : strands) {
      strand.join();
    }
    assertThat(issued.count()).isEqualTo(4L * each);
  }
}
