package org.temoto.gas.shmem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.temoto.gas.GasOptions;
import org.temoto.gas.Temoto;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.gas.spi.Strands;

/**
 * A program for a job: prints which cores the first of so many workers as its argument says may
 * use, and how many its process may.
 */
final class BoundWorkers {
  private static final String ALLOWED = "Cpus_allowed_list:\t";

  private BoundWorkers() {}

  public static void main(String[] arguments) {
    GasOptions options =
        GasOptions.DEFAULT
            .withBackend(ShmemBackend.NAME)
            .withHeapBytes(4 << 20)
            .withWorkers(Integer.parseInt(arguments[0]));
    Temoto.launch(
        options,
        space -> {
          Strands strands = RuntimeSupport.of(space).processingElement().strands();
          strands.join(
              strands.spawn(
                  "worker",
                  () -> {
                    String before = allowed();
                    strands.bind(strands.current(), 0);
                    IO.println(
                        "PE %d: worker %s of process %s.".formatted(space.pe(), allowed(), before));
                  }));
        });
  }

  private static String allowed() {
    try {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> line.substring(ALLOWED.length()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
