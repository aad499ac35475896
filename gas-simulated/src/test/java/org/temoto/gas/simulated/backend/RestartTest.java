package org.temoto.gas.simulated.backend;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Temoto;

/**
 * Tests of checkpoints that another job restores, with other PEs, or after the first one was
 * killed.
 */
@Timeout(100)
class RestartTest {
  private static final long BYTES = 4 << 20;
  private static final int KILLS = 5;

  /** Most kills, if none of {@link #KILLS} came in the middle of a checkpoint. */
  private static final int MOST_KILLS = 15;

  @TempDir Path folder;

  private static GasOptions options(int pes) {
    return GasOptions.DEFAULT
        .withBackend(SimulatedBackend.NAME)
        .withPes(pes)
        .withPageSize(GasOptions.MIN_PAGE_SIZE)
        .withHeapBytes(64 << 20);
  }

  private static GlobalMemory[] allocate(GlobalAddressSpace space) {
    return new GlobalMemory[] {space.allocate("a", BYTES), space.allocate("b", BYTES / 2)};
  }

  /** Each PE writes its share of both memories. */
  private static void store(GlobalMemory[] memories, long value) {
    for (GlobalMemory memory : memories) {
      long share = memory.byteSize() / memory.space().pes() / Long.BYTES * Long.BYTES;
      int pe = memory.space().pe();
      long end = pe == memory.space().pes() - 1 ? memory.byteSize() : (pe + 1) * share;
      try (LocalView view = memory.localize(pe * share, end - pe * share, Access.WRITE)) {
        for (long i = 0; i < view.length() / Long.BYTES; i++) {
          view.segment().setAtIndex(JAVA_LONG, i, value);
        }
        view.commit();
      }
    }
  }

  private static long assertOneValue(GlobalMemory[] memories) {
    long value = 0;
    for (GlobalMemory memory : memories) {
      try (LocalView view = memory.whole().localize(Access.READ)) {
        value = value == 0 ? view.segment().get(JAVA_LONG, 0) : value;
        for (long i = 0; i < view.length() / Long.BYTES; i++) {
          assertThat(view.segment().getAtIndex(JAVA_LONG, i)).isEqualTo(value);
        }
      }
    }
    return value;
  }

  private long restored(int pes) {
    long[] value = new long[1];
    Temoto.launch(
        options(pes),
        space -> {
          GlobalMemory[] memories = allocate(space);
          space.restore(folder.resolve("c"));
          long own = assertOneValue(memories);
          if (space.pe() == 0) {
            value[0] = own;
          }
        });
    return value[0];
  }

  @Test
  void shouldRestartWithAnotherNumberOfPes() {
    Temoto.launch(
        options(3),
        space -> {
          store(allocate(space), 77);
          space.checkpoint(folder.resolve("c"));
        });
    for (int pes : new int[] {1, 2, 5}) {
      assertThat(restored(pes)).isEqualTo(77);
    }
  }

  /**
   * Program of the other process: until it is killed it makes checkpoints, and prints which is
   * complete.
   */
  static final class Checkpointing {
    private Checkpointing() {}

    public static void main(String[] arguments) {
      Temoto.launch(
          options(2),
          space -> {
            GlobalMemory[] memories = allocate(space);
            for (long value = Long.parseLong(arguments[1]); ; value++) {
              store(memories, value);
              space.checkpoint(Path.of(arguments[0]));
              if (space.pe() == 0) {
                System.out.println(value);
              }
            }
          });
    }
  }

  /** The job is killed when there is data of two checkpoints, of which one is not whole. */
  @Test
  void shouldFindTheLastWholeCheckpointOfAKilledJob() throws IOException, InterruptedException {
    int inTheMiddle = 0;
    long first = 1;
    for (int kill = 0; kill < KILLS || inTheMiddle == 0 && kill < MOST_KILLS; kill++) {
      Path told = folder.resolve("told-" + kill);
      Process job = start(first, told);
      while (job.isAlive() && (Files.readAllLines(told).isEmpty() || dataFolders() != 2)) {
        Thread.onSpinWait();
      }
      job.destroyForcibly().waitFor();
      inTheMiddle += dataFolders() == 2 ? 1 : 0;
      long found = restored(1 + kill % 3);
      long last = Long.parseLong(Files.readAllLines(told).getLast());
      assertThat(found).isBetween(last, last + 1);
      first = found + 1;
    }
    assertThat(inTheMiddle).isPositive();
  }

  private Process start(long first, Path told) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath,
            Checkpointing.class.getName(),
            folder.resolve("c").toString(),
            Long.toString(first));
    return new ProcessBuilder(arguments)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(told.toFile())
        .start();
  }

  private long dataFolders() throws IOException {
    if (!Files.isDirectory(folder.resolve("c"))) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder.resolve("c"))) {
      return files.filter(file -> file.getFileName().toString().startsWith("data-")).count();
    }
  }
}
