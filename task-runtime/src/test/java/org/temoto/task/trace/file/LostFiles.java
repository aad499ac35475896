package org.temoto.task.trace.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.temoto.gas.spi.LibraryFunction;

/** Files that this process has open and cannot write any more. */
public final class LostFiles {
  private static final LibraryFunction OPEN = LibraryFunction.ofInt("open");
  private static final LibraryFunction DUP2 = LibraryFunction.ofInt("dup2");
  private static final LibraryFunction CLOSE = LibraryFunction.ofInt("close");
  private static final int O_RDONLY = 0;

  private LostFiles() {}

  /** Puts what can only be read behind the descriptor of {@code file}. */
  public static void lose(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      long other = OPEN.call(arena.allocateFrom("/dev/null").address(), O_RDONLY).result();
      DUP2.call(other, descriptor(file));
      CLOSE.call(other);
    }
  }

  private static long descriptor(Path file) {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(link -> isOf(link, file))
          .mapToLong(link -> Long.parseLong(link.getFileName().toString()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOf(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException e) {
      return false; // it has been closed
    }
  }

  /** The number of mappings of files below {@code folder}. */
  public static long mappings(Path folder) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.contains(folder.toString())).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
