package org.temoto.gas.simulated.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.simulated.CheckFailedException.Finding.Kind;

class FindingsTest {
  private static final SourceLines.Line NO_LINE = new SourceLines.Found(Optional.empty());

  private final CheckedTask root = CheckedTask.root(() -> "root", CheckedTask.class, 0);
  private final Findings findings = new Findings(Coherence.EXPLICIT);

  private CheckedAccess ofChild() {
    return new CheckedAccess(
        root.fork(() -> "child", CheckedTask.class), 0, Access.WRITE, "WRITE view", NO_LINE);
  }

  private CheckedAccess readByRoot(boolean outlastsTheJoin) {
    CheckedAccess read = new CheckedAccess(root, 0, Access.READ, "READ view", NO_LINE);
    if (outlastsTheJoin) {
      read.keep();
    }
    return read;
  }

  @Test
  void shouldExcuseAViewThatOutlastsTheJoin() {
    findings.add(Kind.RACE, "a", readByRoot(true), ofChild(), 0, 8);
    assertThat(findings.list()).isEmpty();
  }

  @Test
  void shouldFindARaceBesideManyThatAreExcused() {
    for (int i = 0; i < 1000; i++) {
      findings.add(Kind.RACE, "a", readByRoot(true), ofChild(), 0, 8);
    }
    findings.add(Kind.RACE, "a", readByRoot(false), ofChild(), 8, 16);
    findings.add(Kind.RACE, "b", readByRoot(true), ofChild(), 0, 8);
    assertThat(findings.list())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.memory()).isEqualTo("a");
          assertThat(found.from()).isEqualTo(8);
        });
  }
}
