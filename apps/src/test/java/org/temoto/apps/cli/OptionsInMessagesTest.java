package org.temoto.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import picocli.CommandLine;

/** Tests of the messages of the libraries and of all programs. */
class OptionsInMessagesTest extends OptionsInMessages {
  OptionsInMessagesTest() {
    super(
        List.of("gas-api", "gas-engine", "gas-simulated", "gas-shmem", "task-runtime", "apps"),
        50,
        List.of("pageSize", "heapBytes", "cutoff", "raceChecker", "arenaBytes"),
        1000);
  }

  @Override
  protected List<List<String>> jobs(CommandLine all) {
    List<List<String>> jobs = new ArrayList<>(List.of(List.of("sort"), List.of("matmul")));
    all.getSubcommands()
        .get("run")
        .getSubcommands()
        .keySet()
        .forEach(name -> jobs.add(List.of("run", name)));
    return jobs;
  }

  @Test
  void shouldNotNameAnOptionThatTheCommandDoesNotHave() {
    OptionNames names = OptionNames.of(Cli.commandLine(false).getSubcommands().get("doctor"));
    RefusedException heap = RefusedException.byOption("heapBytes", "the heap is full");
    assertThat(Failure.of(heap, names).line()).isEqualTo("the heap is full");
    assertThat(Failure.of(heap).line()).isEqualTo("the heap is full (--heap)");
    InvalidOptionException pes = new InvalidOptionException("pes", 0, "at least 1");
    assertThat(Failure.of(pes, names).line()).isEqualTo("pes=0 must be at least 1");
    InvalidOptionException own = new InvalidOptionException("measure", 0, "at least 1");
    assertThat(Failure.of(own, names).line()).isEqualTo("--measure 0 must be at least 1");
  }
}
