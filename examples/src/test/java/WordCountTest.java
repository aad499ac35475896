import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.gas.*;
import org.temoto.junit.*;
import org.temoto.task.*;
import org.temoto.task.collective.*;

/**
 * Tests of the example: words are counted as plain Java counts them, also where two processes have
 * a part of one.
 */
class WordCountTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeText() throws IOException {
    String text =
        new Random(1)
            .ints(3_000, 0, 100)
            .mapToObj(number ->
                switch (number % 7) {
                  case 0 -> "Übergröße, ";
                  case 1 -> "“ΟΔΟΣ’Σ”—l’Œuvre\u00a0";
                  case 2 -> "“漢字、𝔉𝔬”。";
                  default -> "w" + "ab".repeat(number) + " ";
                })
            .collect(Collectors.joining("", "\ufeff", "“"));
    file = Files.writeString(folder.resolve("text"), text);
  }

  @TemotoTest(pes = 5)
  void shouldCountAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime)
      throws IOException {
    GlobalMemory text = space.allocate("text", Files.size(file));
    text.load(file);
    Collectives all = runtime.collectives();
    Map<String, Long> own = WordCount.count(space, all, text);
    Map<String, Long> counts = WordCount.gather(space, all, own);
    assertEquals(space.pe() == 0 ? WordCount.plain(file) : Map.of(), counts);
  }
}
