package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunningProcessTest {
  @Test
  void shouldSeeWhetherAProcessRuns() throws Exception {
    Process process = new ProcessBuilder("sleep", "600").start();
    try {
      RunningProcess watched = new RunningProcess(process.pid());
      assertThat(watched.isRunning()).isTrue();
      process.destroyForcibly().waitFor();
      assertThat(watched.isRunning()).isFalse();
    } finally {
      process.destroyForcibly();
    }
    assertThat(new RunningProcess(process.pid()).isRunning()).isFalse();
  }

  @Test
  void shouldReadThePlaceBehindAName(@TempDir Path folder) throws Exception {
    Path program = folder.resolve("a) Z 1 (b");
    Files.copy(Path.of("/bin/sleep"), program, StandardCopyOption.COPY_ATTRIBUTES);
    Process process = new ProcessBuilder(program.toString(), "600").start();
    try {
      assertThat(new RunningProcess(process.pid()).isRunning()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Name of a program that has an umlaut where the kernel cuts it. */
  @Test
  void shouldReadANameThatIsNoText() throws Exception {
    String rename = "printf 'aaaaaaaaaaaaaa\\303' >/proc/$$/comm; echo; read -r end";
    Process process = new ProcessBuilder("sh", "-c", rename).start();
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEmpty();
      RunningProcess watched = new RunningProcess(process.pid());
      assertThat(watched.isRunning()).isTrue();
      process.destroyForcibly().waitFor();
      assertThat(watched.isRunning()).isFalse();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Its parent runs a program that knows nothing of it. */
  @Test
  void shouldTakeAProcessThatNobodyAsksAfterForEnded() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 600").start();
    try (BufferedReader output = parent.inputReader()) {
      String number = output.readLine();
      RunningProcess child = new RunningProcess(Long.parseLong(number));
      Path state = Path.of("/proc", number, "stat");
      while (!Files.readString(state).contains(") Z ")) {
        Thread.onSpinWait();
      }
      assertThat(child.isRunning()).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }
}
