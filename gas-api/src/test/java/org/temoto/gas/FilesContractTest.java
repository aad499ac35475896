package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.MemoryOptions.OwnershipPolicy;

/**
 * Tests of memories that are saved to files and loaded, on any backend; all PEs see one file
 * system.
 */
public abstract class FilesContractTest extends MemoryTest {
  /** Program of a test in a directory that is deleted afterwards. */
  private interface InFolder {
    void run(GlobalAddressSpace space, Path folder) throws IOException;
  }

  private void spmdIn(GasOptions options, InFolder program) {
    spmd(
        options,
        space -> {
          long token = space.broadcast(ThreadLocalRandom.current().nextLong());
          Path folder =
              Path.of(
                  System.getProperty("java.io.tmpdir"), "temoto-files-" + Long.toHexString(token));
          try {
            if (space.pe() == 0) {
              Files.createDirectory(folder);
            }
            space.barrier();
            program.run(space, folder);
            space.barrier();
            if (space.pe() == 0) {
              delete(folder);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void onFirst(GlobalAddressSpace space, Runnable action) {
    if (space.pe() == 0) {
      action.run();
    }
    space.barrier();
  }

  private static byte value(long offset, int salt) {
    return (byte) (offset * 31 + offset / PAGE + salt);
  }

  /** Stores a value at every byte; by the last PE, which is not where most pages are. */
  private static void number(GlobalMemory memory, int salt) {
    if (memory.space().pe() == memory.space().pes() - 1) {
      try (LocalView view = memory.whole().localize(Access.WRITE)) {
        for (long i = 0; i < memory.byteSize(); i++) {
          view.segment().set(JAVA_BYTE, i, value(i, salt));
        }
        view.commit();
      }
    }
    memory.space().barrier();
  }

  private static void assertNumbered(GlobalMemory memory, int salt) {
    try (LocalView view = memory.whole().localize(Access.READ)) {
      for (long i = 0; i < memory.byteSize(); i++) {
        if (view.segment().get(JAVA_BYTE, i) != value(i, salt)) {
          throw new AssertionError("byte " + i + " of " + memory);
        }
      }
    }
    memory.space().barrier();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Changes a byte of a file. */
  private static void damage(Path file, long offset) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, offset);
      one.put(0, (byte) (one.get(0) + 1)).flip();
      channel.write(one, offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path data(Path folder) {
    try {
      return folder.resolve(
          names(folder).stream().filter(name -> name.startsWith("data-")).findAny().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // --- save and load

  @Test
  void shouldSaveTheBytesAndLoadThem() {
    spmdIn(
        options(3),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("odd", 7 * PAGE + 13);
          number(memory, 1);
          Path file = folder.resolve("a.bin");
          memory.save(file);
          byte[] bytes = Files.readAllBytes(file);
          assertThat(bytes).hasSize(7 * PAGE + 13);
          for (int i = 0; i < bytes.length; i++) {
            assertThat(bytes[i]).isEqualTo(value(i, 1));
          }
          space.barrier();
          number(memory, 2);
          memory.save(file);
          number(memory, 3);
          GlobalAddressSpace.Statistics before = space.totalStatistics();
          memory.load(file);
          GlobalAddressSpace.Statistics after = space.totalStatistics();
          assertThat(after.bytesFetched()).isEqualTo(before.bytesFetched());
          assertThat(after.bytesCommitted()).isEqualTo(before.bytesCommitted());
          assertNumbered(memory, 2);
          assertThat(names(folder)).containsExactly("a.bin");
        });
  }

  /** Pages that have moved are read and written by their new owners. */
  @Test
  void shouldSaveAndLoadWhereThePagesAre() {
    spmdIn(
        options(2)
            .with(EngineOptions.DEFAULT, engine -> engine.withSpareFrames(2))
            .withOwnership(OwnershipPolicy.LAST_WRITER),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("moved", 8 * PAGE);
          number(memory, 4);
          assertThat(memory.owner(0)).isEqualTo(1);
          GlobalAddressSpace.Statistics before = space.totalStatistics();
          memory.save(folder.resolve("a"));
          memory.load(folder.resolve("a"));
          GlobalAddressSpace.Statistics after = space.totalStatistics();
          assertThat(after.bytesFetched()).isEqualTo(before.bytesFetched());
          assertThat(after.bytesCommitted()).isEqualTo(before.bytesCommitted());
          assertThat(memory.owner(0)).isEqualTo(1);
          assertNumbered(memory, 4);
        });
  }

  @Test
  void shouldFailOnAllPesWithOneMessageAndGoOn() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", 2 * PAGE);
          number(memory, 5);
          memory.save(folder.resolve("right"));
          GlobalMemory longer = space.allocate("longer", 2 * PAGE + 1);
          assertThatThrownBy(() -> longer.load(folder.resolve("right")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("right has " + 2 * PAGE + " bytes, memory \"longer\" has");
          assertThatThrownBy(() -> memory.load(folder.resolve(space.pe() == 0 ? "right" : "on1")))
              .as("where only the other PE fails, too")
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("on1: no such file");
          assertThatThrownBy(() -> memory.load(folder.resolve("wrong")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("wrong: no such file");
          assertThatThrownBy(() -> memory.load(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("is a directory");
          assertThatThrownBy(() -> memory.save(folder.resolve("no").resolve("such")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("there is no directory");
          assertThatThrownBy(() -> memory.save(folder)).hasMessageContaining("is a directory");
          assertThatThrownBy(() -> memory.save(Path.of("/dev/null")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("file /dev/null: is not a regular file, and is not replaced");
          assertThatThrownBy(() -> memory.save(folder.resolve("n".repeat(256))))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("File name too long");
          assertNumbered(memory, 5);
          space.barrier();
          assertThat(names(folder)).containsExactly("right");
        });
  }

  /** The job fails, for bytes have been stored. The file says that it is longer than it is. */
  @Test
  void shouldFailIfTheFileEndsWhileItIsLoaded() {
    Path shorter = Path.of("/sys/kernel/uevent_seqnum");
    Assumptions.assumeTrue(shorter.toFile().length() == PAGE, "this system has no such file");
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", PAGE);
          assertThatThrownBy(() -> memory.load(shorter))
              .isInstanceOf(UncheckedIOException.class)
              .hasMessageContaining("what is in memory \"m\" is unspecified");
          number(memory, 21);
          memory.save(folder.resolve("m"));
          memory.load(folder.resolve("m"));
          assertNumbered(memory, 21);
        });
  }

  /** {@code link/..} is above what the link leads to. */
  @Test
  void shouldFollowALinkBeforeGoingUp() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", PAGE);
          if (space.pe() == 0) {
            Files.createDirectories(folder.resolve("far").resolve("away"));
            Files.createSymbolicLink(folder.resolve("link"), Path.of("far", "away"));
          }
          space.barrier();
          memory.save(folder.resolve("link").resolve("..").resolve("saved"));
          space.checkpoint(folder.resolve("link").resolve("..").resolve("checkpoint"));
          assertThat(names(folder.resolve("far"))).containsExactly("away", "checkpoint", "saved");
        });
  }

  @Test
  void shouldSaveAndLoadSharedWords() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate(MemoryOptions.words("w", 3 * PAGE / Long.BYTES));
          onFirst(
              space,
              () -> {
                for (long i = 0; i < memory.words().count(); i++) {
                  memory.words().fetchAdd(i, i * i);
                }
              });
          memory.save(folder.resolve("w"));
          onFirst(space, () -> memory.words().fetchAdd(7, 1));
          memory.load(folder.resolve("w"));
          for (long i = 0; i < memory.words().count(); i++) {
            assertThat(memory.words().read(i)).isEqualTo(i * i);
          }
        });
  }

  // --- checkpoints

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldRestoreAllMemories(int pes) {
    spmdIn(
        options(pes),
        (space, folder) -> {
          Path checkpoint = folder.resolve("new").resolve("checkpoint");
          GlobalMemory one = space.allocate("one", 9 * PAGE + 1);
          GlobalMemory other = space.allocate("other name\n%", 100);
          GlobalMemory words = space.allocate(MemoryOptions.words("words", 5));
          number(one, 6);
          number(other, 7);
          onFirst(space, () -> words.words().fetchAdd(4, 44));
          space.checkpoint(checkpoint);
          number(one, 8);
          number(other, 9);
          onFirst(space, () -> words.words().fetchAdd(4, 1));
          space.restore(checkpoint);
          assertNumbered(one, 6);
          assertNumbered(other, 7);
          assertThat(words.words().read(4)).isEqualTo(44);
          space.barrier();
          number(one, 10);
          space.checkpoint(checkpoint);
          number(one, 11);
          space.restore(checkpoint);
          assertNumbered(one, 10);
          assertThat(names(checkpoint)).hasSize(3).contains(".lock", "manifest");
        });
  }

  @Test
  void shouldRestoreIntoAnotherLayout() {
    spmdIn(
        options(2),
        (space, folder) -> {
          try (GlobalMemory memory = space.allocate("m", 11 * PAGE + 5)) {
            number(memory, 12);
            space.checkpoint(folder);
          }
          GlobalMemory memory =
              space.allocate(
                  MemoryOptions.of("m", 11 * PAGE + 5)
                      .withPageSize(4 * PAGE)
                      .withDistribution(Distribution.cyclic()));
          space.restore(folder);
          assertNumbered(memory, 12);
        });
  }

  @Test
  void shouldRefuseWhatIsDamagedAndChangeNothing() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", 6 * PAGE);
          number(memory, 13);
          space.checkpoint(folder);
          number(memory, 14);
          Path data = data(folder);
          for (Path file : List.of(data.resolve("0.bytes"), data.resolve("0.sums"))) {
            onFirst(space, () -> damage(file, 5));
            assertThatThrownBy(() -> space.restore(folder))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("checkpoint " + folder)
                .hasMessageContaining("checksum");
            onFirst(
                space,
                () -> {
                  for (int i = 0; i < 255; i++) {
                    damage(file, 5); // until it is what it was
                  }
                });
          }
          onFirst(space, () -> damage(data.resolve("0.bytes"), 5 * PAGE + 9));
          assertThatThrownBy(() -> space.restore(folder))
              .hasMessageContaining(
                  "memory \"m\" is damaged in bytes [" + 5 * PAGE + ", " + 6 * PAGE + ")");
          onFirst(space, () -> damage(folder.resolve("manifest"), 30));
          assertThatThrownBy(() -> space.restore(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("manifest is damaged");
          assertNumbered(memory, 14);
        });
  }

  @Test
  void shouldRefuseWhatIsCutOffOrForeign() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", 6 * PAGE);
          number(memory, 15);
          space.checkpoint(folder);
          Path bytes = data(folder).resolve("0.bytes");
          onFirst(space, () -> truncate(bytes));
          assertThatThrownBy(() -> space.restore(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("0.bytes has 7 bytes, memory \"m\" has");
          onFirst(space, () -> remove(bytes));
          assertThatThrownBy(() -> space.restore(folder)).hasMessageContaining("no such file");
          number(memory, 15);
          space.checkpoint(folder);
          Path sums = data(folder).resolve("0.sums");
          onFirst(space, () -> truncate(sums));
          assertThatThrownBy(() -> space.restore(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("0.sums has 7 bytes, must have 24: 4 for each page of");
          onFirst(space, () -> remove(sums));
          assertThatThrownBy(() -> space.restore(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("0.sums: no such file");
          onFirst(space, () -> write(folder.resolve("manifest"), "hello\n"));
          assertThatThrownBy(() -> space.restore(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("is no manifest of a checkpoint");
          assertThatThrownBy(() -> space.restore(folder.resolve("nowhere")))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("no such file");
          assertNumbered(memory, 15);
          Path foreign = folder.resolve("foreign");
          onFirst(
              space,
              () -> {
                make(foreign);
                write(foreign.resolve("thesis.tex"), "");
              });
          assertThatThrownBy(() -> space.checkpoint(foreign))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("has thesis.tex, which is no checkpoint's");
          assertThat(names(foreign)).containsExactly("thesis.tex");
        });
  }

  private static void truncate(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(7);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void make(Path folder) {
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldRefuseOtherMemories() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", 2 * PAGE);
          number(memory, 16);
          space.checkpoint(folder);
          try (GlobalMemory _ = space.allocate("more", 8)) {
            assertThatThrownBy(() -> space.restore(folder))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("it has no memory \"more\", the program has one");
          }
          try (GlobalMemory _ = space.allocate("m", 8)) {
            assertThatThrownBy(() -> space.checkpoint(folder))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("there are two memories \"m\"");
          }
          assertNumbered(memory, 16);
          memory.seal();
          assertThatThrownBy(() -> space.restore(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("memory \"m\" of the program has been sealed: must not be");
          memory.close();
          assertThatThrownBy(() -> space.restore(folder))
              .hasMessageContaining("it has a memory \"m\" of " + 2 * PAGE + " bytes");
          GlobalMemory shorter = space.allocate("m", PAGE);
          assertThatThrownBy(() -> space.restore(folder))
              .hasMessageContaining("bytes of data there, " + PAGE + " of data in the program");
          shorter.close();
          space.allocate(MemoryOptions.words("m", 2 * PAGE / Long.BYTES));
          assertThatThrownBy(() -> space.restore(folder))
              .hasMessageContaining("of shared words in the program: must be equal");
        });
  }

  /** The other PE writes elsewhere, where nothing has been prepared. */
  @Test
  void shouldLeaveTheLastCheckpointWhenTheNextFails() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", 4 * PAGE);
          number(memory, 19);
          space.checkpoint(folder.resolve("c"));
          number(memory, 20);
          Path own = folder.resolve(space.pe() == 0 ? "c" : "d");
          assertThatThrownBy(() -> space.checkpoint(own))
              .isInstanceOf(UncheckedIOException.class)
              .hasMessageContaining("0.sums-1 cannot be written");
          space.barrier();
          assertThat(names(folder.resolve("c"))).hasSize(3);
          space.restore(folder.resolve("c"));
          assertNumbered(memory, 19);
        });
  }

  @Test
  void shouldRefuseAFolderThatAnotherJobWritesTo() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", PAGE);
          number(memory, 22);
          space.checkpoint(folder);
          FileChannel other = space.pe() == 0 ? locked(folder.resolve(".lock")) : null;
          number(memory, 23);
          assertThatThrownBy(() -> space.checkpoint(folder))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("is being written by another job");
          if (other != null) {
            other.close();
          }
          space.restore(folder);
          assertNumbered(memory, 22);
          space.checkpoint(folder);
        });
  }

  private static FileChannel locked(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    assertThat(channel.tryLock()).isNotNull();
    return channel;
  }

  @Test
  void shouldRefuseAManifestThatIsNotTheOneOfTheFirstPe() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", PAGE);
          space.checkpoint(folder.resolve("0"));
          space.checkpoint(folder.resolve("1"));
          number(memory, 24);
          assertThatThrownBy(() -> space.restore(folder.resolve(Integer.toString(space.pe()))))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining("its manifest is another one for PE 0");
          assertNumbered(memory, 24);
        });
  }

  /** The remains of a checkpoint after a crash are no obstacle, and the next one deletes them. */
  @Test
  void shouldKeepTheLastCheckpointUntilTheNextIsWhole() {
    spmdIn(
        options(2),
        (space, folder) -> {
          GlobalMemory memory = space.allocate("m", 2 * PAGE);
          number(memory, 17);
          space.checkpoint(folder);
          onFirst(
              space,
              () -> {
                Path half = folder.resolve("data-0123456789abcdef");
                make(half);
                write(half.resolve("0.bytes"), "half");
                write(half.resolve("0.sums-1"), "half");
                write(folder.resolve(".manifest.tmp-abc"), "temoto check");
              });
          number(memory, 18);
          space.restore(folder);
          assertNumbered(memory, 17);
          space.checkpoint(folder);
          assertThat(names(folder)).hasSize(3);
          space.barrier();
        });
  }
}
