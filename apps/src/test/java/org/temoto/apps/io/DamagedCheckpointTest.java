package org.temoto.apps.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.temoto.apps.Spmd;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.RefusedException;

/**
 * Tests of five hundred damaged checkpoints: each is refused in a line, or restored as it was
 * written.
 */
@Timeout(100)
class DamagedCheckpointTest {
  private static final int TIMES = 500;
  private static final int WRITTEN = 1;
  private static final int PRESENT = 2;

  private static final List<String> WORDS =
      List.of(
          "0",
          "-1",
          "9",
          "99999999999999999999",
          "2147483647",
          " ",
          "\n",
          "end ",
          "memory",
          "%",
          "words",
          "bytes",
          "x",
          "data-0000000000000000",
          "temoto checkpoint 2");

  @TempDir Path folder;

  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger restored = new AtomicInteger();

  @Test
  void shouldRefuseOrRestoreWhatWasWritten() {
    Path whole = folder.resolve("whole");
    Path damaged = folder.resolve("damaged");
    Random random = new Random(Spmd.SEED);
    Spmd.run(
        2,
        space -> {
          GlobalMemory large = space.allocate("large", 3 * 4096 + 17);
          GlobalMemory small = space.allocate("a small one", 5);
          List<GlobalMemory> memories = List.of(large, small);
          fill(memories, WRITTEN);
          space.checkpoint(whole);
          for (int time = 0; time < TIMES; time++) {
            fill(memories, PRESENT);
            String[] what = {""};
            if (space.pe() == 0) {
              what[0] = damage(whole, damaged, random);
            }
            space.barrier();
            restore(space, damaged, memories, what[0]);
          }
          memories.forEach(GlobalMemory::close);
        });
    assertThat(refused.get()).isGreaterThan(2 * TIMES / 2);
    assertThat(restored.get()).isPositive();
  }

  private void restore(
      GlobalAddressSpace space, Path damaged, List<GlobalMemory> memories, String what) {
    int expected = WRITTEN;
    try {
      space.restore(damaged);
      restored.incrementAndGet();
    } catch (RefusedException e) {
      expected = PRESENT;
      refused.incrementAndGet();
      assertThat(e.getMessage())
          .as(what)
          .contains(damaged.toString())
          .hasSizeLessThan(3 * damaged.toString().length() + 500);
    }
    for (GlobalMemory memory : memories) {
      try (LocalView view = memory.whole().localize(Access.READ)) {
        for (long i = 0; i < memory.byteSize(); i++) {
          if (view.segment().get(JAVA_BYTE, i) != value(i, expected)) {
            throw new AssertionError(what + ": byte " + i + " of " + memory + " is another one");
          }
        }
      }
    }
    space.barrier();
  }

  private static byte value(long offset, int salt) {
    return (byte) (offset * 7 + offset / 251 + salt);
  }

  private static void fill(List<GlobalMemory> memories, int salt) {
    for (GlobalMemory memory : memories) {
      if (memory.space().pe() == 0) {
        try (LocalView view = memory.whole().localize(Access.WRITE)) {
          for (long i = 0; i < memory.byteSize(); i++) {
            view.segment().set(JAVA_BYTE, i, value(i, salt));
          }
          view.commit();
        }
      }
      memory.space().barrier();
    }
  }

  /** Makes {@code to} a damaged copy of {@code from}, and says how. */
  private static String damage(Path from, Path to, Random random) {
    try {
      delete(to);
      List<Path> files = files(from);
      for (Path file : files) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
      Path chosen =
          random.nextInt(2) == 0
              ? from.resolve("manifest")
              : files.get(random.nextInt(files.size()));
      Path victim = to.resolve(from.relativize(chosen));
      String how = change(victim, to.resolve(from.relativize(files.getLast())), random);
      return "seed " + Spmd.SEED + ", " + from.relativize(chosen) + " " + how;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String change(Path victim, Path other, Random random) throws IOException {
    byte[] bytes = Files.readAllBytes(victim);
    int at = random.nextInt(bytes.length + 1);
    byte[] text = WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.US_ASCII);
    int kind = random.nextInt(20);
    switch (kind) {
      case 0 -> Files.delete(victim);
      case 1 -> {
        Files.delete(victim);
        Files.createDirectory(victim);
      }
      case 2 -> Files.write(victim, Arrays.copyOf(bytes, at));
      case 3 -> Files.write(victim, Files.readAllBytes(other));
      case 4 -> Files.write(victim, changed(bytes, at, text, 0));
      default -> {
        byte[] changed = changed(bytes, at, text, text.length);
        // Half of the manifests are forged: their checksum is right.
        boolean forged = victim.endsWith("manifest") && kind < 12;
        Files.write(victim, forged ? signed(changed) : changed);
      }
    }
    return "by " + kind + " at " + at + ": " + new String(text, StandardCharsets.US_ASCII);
  }

  /** Copy of {@code bytes} with {@code text} in the place of {@code gone} bytes. */
  private static byte[] changed(byte[] bytes, int at, byte[] text, int gone) {
    int rest = Math.min(bytes.length, at + gone);
    byte[] changed = Arrays.copyOf(bytes, at + text.length + bytes.length - rest);
    System.arraycopy(text, 0, changed, at, text.length);
    System.arraycopy(bytes, rest, changed, at + text.length, bytes.length - rest);
    return changed;
  }

  private static byte[] signed(byte[] manifest) {
    String text = new String(manifest, StandardCharsets.ISO_8859_1);
    int end = text.lastIndexOf("end ");
    if (end < 0) {
      return manifest;
    }
    byte[] start = text.substring(0, end).getBytes(StandardCharsets.ISO_8859_1);
    CRC32C sum = new CRC32C();
    sum.update(text.substring(0, end).getBytes(StandardCharsets.UTF_8));
    byte[] line =
        String.format(Locale.ROOT, "end %08x\n", sum.getValue())
            .getBytes(StandardCharsets.US_ASCII);
    return changed(start, start.length, line, 0);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
